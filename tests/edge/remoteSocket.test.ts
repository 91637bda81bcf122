import { firstValueFrom, VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { createRemoteSocket, type ReadingRecorder, type SocketWorker } from '#edge/socket/remoteSocket';
import { socketThread, type NumberedContent, type SocketThreadCall } from '#edge/socket/socketThread';
import type { SocketEvent } from '#streams/ports';
import type { NumberedReports } from '#streams/recording/logPart';
import { COLUMN_PROTOCOL, JSON_PROTOCOL } from '#contract/fleet/socket';
import { columnOffer, jsonOffer, type Offer } from '#edge/socket/columnOffer';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { contentReader } from '#streams/columnFrame/contentReader';
import { addJson, columnFrame } from '#streams/columnFrame/frameBytes';
import { frameReader, type FrameReader } from '#streams/columnFrame/frameReader';
import { rowWriter } from '#streams/columnFrame/rowWriter';
import { readFrame, toEvents } from '#streams/socket/frame';

const push = (serial: string, ms = 0) => ({
  type: 'state',
  serial,
  timestamp: `2026-03-04T13:05:00.00${String(ms)}Z`,
  state: { current_state: 'waiting' },
});
const frameOf = (...serials: readonly string[]) => JSON.stringify(serials.map((serial) => push(serial)));
/** A response with the newest report of `count` devices. */
const machinesOf = (count: number, first = 'LF') =>
  JSON.stringify({
    result: Object.fromEntries(Array.from({ length: count }, (_, index) => [`${first}-${String(index)}`, push('')])),
  });
const LONG = machinesOf(200);
const bytesOf = (text: string) => new TextEncoder().encode(text);

class FakeSocket extends EventTarget {
  sent: string[] = [];
  closedWith: number | null = null;
  send(text: string) {
    this.sent.push(text);
  }
  close(code: number) {
    this.closedWith = code;
  }
  receive(data: string | Uint8Array<ArrayBuffer>) {
    this.dispatchEvent(new MessageEvent('message', { data: typeof data === 'string' ? data : data.buffer }));
  }
  readonly protocols: readonly string[];
  constructor(protocols: readonly string[] = []) {
    super();
    this.protocols = protocols;
  }
}

/** A worker that answers when the test asks it to, with messages as they pass between threads. */
function aWorker() {
  const events = new EventTarget();
  const held: FakeSocket[] = [];
  const calls: SocketThreadCall[] = [];
  const state = { isTerminated: false };
  const clock = new VirtualTimeScheduler();
  // The file of the worker is loaded when it first runs.
  let take: ReturnType<typeof socketThread> | null = null;
  const load = () =>
    socketThread(
      (_, protocols) => {
        const socket = new FakeSocket(protocols);
        held.push(socket);
        return socket;
      },
      (message, handedOver) =>
        events.dispatchEvent(new MessageEvent('message', { data: structuredClone(message, { transfer: [...handedOver] }) })),
      (ms, again) => void clock.schedule(again, ms),
    );
  /** Lets time pass, in ms. */
  const pass = (ms: number) => {
    clock.maxFrames = clock.frame + ms;
    clock.flush();
    clock.frame = clock.maxFrames;
  };
  let done = 0;
  const worker: SocketWorker = {
    addEventListener: events.addEventListener.bind(events),
    postMessage: (call: SocketThreadCall) => void calls.push(call),
    terminate: () => {
      state.isTerminated = true;
    },
  };
  const run = () => {
    take ??= load();
    for (; done < calls.length; done += 1) {
      const call = calls[done];
      if (call !== undefined) take(call);
    }
  };
  return { worker, held, calls, run, pass, state, fail: () => events.dispatchEvent(new Event('error')) };
}

/** A remote socket; `clock` moves only by the test. */
const aRemote = (
  open: () => SocketWorker,
  make: Parameters<typeof createRemoteSocket>[1],
  offer: Offer = jsonOffer,
  clock = new VirtualTimeScheduler(),
) => createRemoteSocket(open, make, clock, offer);

const noSocket = () => {
  throw new Error('the page opened a socket');
};
/** Collects the events of a socket; a reading as its events. */
function listenTo({ openSocket }: Pick<ReturnType<typeof createRemoteSocket>, 'openSocket'>) {
  const received: unknown[] = [];
  const opened: Extract<SocketEvent, { kind: 'opened' }>[] = [];
  const stop = openSocket('ws://x/ws').subscribe({
    next: (event) => {
      if (event.kind === 'opened') opened.push(event);
      received.push(event.kind === 'read' ? toEvents(event.reading) : event.kind === 'opened' ? 'opened' : event);
    },
    complete: () => received.push('complete'),
  });
  return { received, opened, stop };
}

describe('a socket in a worker', () => {
  describe('with a large fleet', () => {
    const names = (first: string) => Array.from({ length: 700 }, (_, index) => `${first}-${String(index)}`);
    /** The page receives the first report of each frame. */
    const arriving = () => {
      const { worker, held, run, pass } = aWorker();
      const { received } = listenTo(aRemote(() => worker, noSocket));
      run();
      const shown = () => received.map((event) => (Array.isArray(event) ? String(event[0].serial) : event));
      return {
        pass,
        shown,
        close: () => held[0]?.dispatchEvent(new CloseEvent('close', { code: 1001 })),
        arrive: (...frames: readonly (readonly string[] | string)[]) => {
          for (const frame of frames) held[0]?.receive(typeof frame === 'string' ? frame : frameOf(...frame));
          return shown();
        },
      };
    };
    const stopped = { type: 'stop', request_id: 'a', status: 200 };

    it('[SOCK13] reports reach the page four times a second, the first ones at once', () => {
      const { arrive, pass, shown } = arriving();
      expect(arrive(names('A'))).toEqual(['A-0']);
      expect(arrive(names('B'), ['LF-01'])).toEqual(['A-0']);
      pass(249);
      expect(shown()).toEqual(['A-0']);
      pass(1);
      expect(arrive(names('C'))).toEqual(['A-0', 'B-0', 'LF-01']);
      pass(250);
      expect(shown()).toEqual(['A-0', 'B-0', 'LF-01', 'C-0']);
      pass(250);
      expect(arrive(names('D')).at(-1)).toBe('D-0');
    });

    it('[SOCK13] [STOPWAY1] any other push is not late, and lets those before it pass; so does the end of the socket', () => {
      const { arrive, shown, close } = arriving();
      arrive(names('A'), names('B'));
      expect(arrive(JSON.stringify([...names('C').map((serial) => push(serial)), stopped]))).toEqual(['A-0', 'B-0', 'C-0']);
      arrive(names('D'));
      close();
      expect(shown()).toEqual(['A-0', 'B-0', 'C-0', 'D-0', { kind: 'closed', code: 1001 }, 'complete']);
    });

    it('[SOCK13] a small fleet is not late after its first frame, however long that is', () => {
      const { arrive, pass, shown } = arriving();
      arrive(names('A'), ['LF-00']);
      pass(250);
      expect(shown().at(-1)).toBe('LF-00');
      for (let second = 1; second < 5; second += 1) {
        expect(arrive([`LF-0${String(second)}`]).at(-1)).toBe(`LF-0${String(second)}`);
        pass(200);
      }
    });

    it('[SOCK13] of a server that sends each report on its own, too, while a small fleet is not late', () => {
      const { arrive, pass, shown } = arriving();
      const few = Array.from({ length: 24 }, (_, index) => [`LF-${String(index)}`]);
      expect(arrive(...few)).toHaveLength(24);
      pass(250);
      const all = names('A').map((serial) => [serial]);
      const early = arrive(...all).length - few.length;
      expect(early).toBeLessThan(all.length - 100);
      pass(250);
      expect(shown()).toEqual([...few, ...all].flat());
    });
  });

  it('[SOCK7] [FRAME3] opens, sends, reads and closes there; the page receives what it would read itself, in order', () => {
    const { worker, held, run } = aWorker();
    const { received, opened } = listenTo(aRemote(() => worker, noSocket));
    run();
    held[0]?.dispatchEvent(new Event('open'));
    opened[0]?.send('authentication');
    run();
    const texts = [frameOf('LF-01', 'LF-02'), frameOf('LF-01'), 'no JSON', JSON.stringify({ type: 'pong' }), frameOf('LF-02')];
    for (const text of texts) held[0]?.receive(text);
    held[0]?.dispatchEvent(new CloseEvent('close', { code: 4401 }));
    expect(held[0]?.sent).toEqual(['authentication']);
    expect(received).toEqual([
      'opened',
      ...texts.map((text) => (text === 'no JSON' ? { kind: 'frame', text } : readFrame(text))),
      { kind: 'closed', code: 4401 },
      'complete',
    ]);
  });

  it('[ANY7] reads JSON that a server sends as binary messages, and hands on what is none', () => {
    const { worker, held, run } = aWorker();
    const { received } = listenTo(aRemote(() => worker, noSocket));
    run();
    for (const text of [frameOf('LF-01'), 'no JSON']) held[0]?.receive(Uint8Array.from(new TextEncoder().encode(text)));
    expect(received).toEqual([readFrame(frameOf('LF-01')), { kind: 'frame', text: 'no JSON' }]);
  });

  it('[SOCK7] a socket that nobody listens to any more is closed, and spoils nothing of the next one', () => {
    const { worker, held, run } = aWorker();
    const remote = aRemote(() => worker, noSocket);
    const first = listenTo(remote);
    run();
    first.stop.unsubscribe();
    const second = listenTo(remote);
    held[0]?.receive(frameOf('LF-01'));
    run();
    expect(held[0]?.closedWith).toBe(1000);
    held[1]?.receive(frameOf('LF-01'));
    expect(first.received).toEqual([]);
    expect(second.received).toEqual([readFrame(frameOf('LF-01'))]);
  });

  it('[SOCK7] a worker that breaks is a lost connection; from then on the page does the same itself', async () => {
    const { worker, run, fail, state } = aWorker();
    const onPage: FakeSocket[] = [];
    const remote = aRemote(
      () => worker,
      () => {
        const socket = new FakeSocket();
        onPage.push(socket);
        return socket;
      },
    );
    const { received } = listenTo(remote);
    run();
    fail();
    expect(received).toEqual([{ kind: 'closed', code: 1006 }, 'complete']);
    expect(state.isTerminated).toBe(true);
    const next = listenTo(remote);
    onPage[0]?.receive(frameOf('LF-01'));
    expect(next.received).toEqual([{ kind: 'frame', text: frameOf('LF-01') }]);
    expect(await firstValueFrom(remote.parseInWorker(bytesOf(LONG)))).toBe(LONG);
  });

  it('[SOCK7] where there are no workers the page does it from the beginning, and asks once', async () => {
    let asked = 0;
    const socket = new FakeSocket();
    const remote = aRemote(
      () => {
        asked += 1;
        throw new DOMException('refused', 'SecurityError');
      },
      () => socket,
    );
    const { received } = listenTo(remote);
    socket.receive(frameOf('LF-01'));
    expect(received).toEqual([{ kind: 'frame', text: frameOf('LF-01') }]);
    expect(await firstValueFrom(remote.parseInWorker(bytesOf(LONG)))).toBe(LONG);
    expect(asked).toBe(1);
  });

  it('[SOCK7] a frame that cannot pass between threads is read on the page, and the next one there again', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const { worker, held, run } = aWorker();
    const { received } = listenTo(aRemote(() => worker, noSocket));
    run();
    for (const text of [frameOf('LF-01'), deep, frameOf('LF-01')]) held[0]?.receive(text);
    expect(received).toEqual([readFrame(frameOf('LF-01')), { kind: 'frame', text: deep }, readFrame(frameOf('LF-01'))]);
  });
});

describe('a worker that does not start', () => {
  /** A worker and its page; `wait` lets time pass, in ms. */
  function starting() {
    const clock = new VirtualTimeScheduler();
    const worker = aWorker();
    const onPage: FakeSocket[] = [];
    const remote = aRemote(
      () => worker.worker,
      () => {
        const socket = new FakeSocket();
        onPage.push(socket);
        return socket;
      },
      jsonOffer,
      clock,
    );
    const wait = (ms: number) => {
      clock.maxFrames = clock.frame + ms;
      clock.flush();
      clock.frame = clock.maxFrames;
    };
    return { ...worker, remote, onPage, wait };
  }

  it('[STOPWAY15] whose file neither comes nor fails is given up after 5 s: the page reads what waits, and opens the socket', async () => {
    const { remote, onPage, wait, state } = starting();
    const { received } = listenTo(remote);
    const waiting = firstValueFrom(remote.parseInWorker(bytesOf(LONG)));
    wait(4_999);
    expect([received, state.isTerminated]).toEqual([[], false]);
    wait(1);
    expect(received).toEqual([{ kind: 'closed', code: 1006 }, 'complete']);
    expect(state.isTerminated).toBe(true);
    expect(await waiting).toBe(LONG);
    const next = listenTo(remote);
    onPage[0]?.receive(frameOf('LF-01'));
    expect(next.received).toEqual([{ kind: 'frame', text: frameOf('LF-01') }]);
  });

  it('[STOPWAY15] one that started is not given up, however long its socket takes to open', () => {
    const { remote, held, run, wait, state } = starting();
    const { received } = listenTo(remote);
    wait(4_999);
    run();
    wait(60_000);
    held[0]?.dispatchEvent(new Event('open'));
    expect([received, state.isTerminated]).toEqual([['opened'], false]);
  });

  it('[STOPWAY15] [SOCK7] one that breaks meanwhile is given up once', () => {
    const { remote, fail, wait } = starting();
    const { received } = listenTo(remote);
    fail();
    wait(5_000);
    expect(received).toEqual([{ kind: 'closed', code: 1006 }, 'complete']);
  });
});

describe('a long response', () => {
  it('[FRAME3] a short one is read on the page, and starts nothing', async () => {
    const remote = aRemote(() => {
      throw new Error('started');
    }, noSocket);
    expect(await firstValueFrom(remote.parseInWorker(bytesOf(machinesOf(1))))).toBe(machinesOf(1));
  });

  it('[FRAME3] long ones are read by the one worker, in order, one that nobody waits for too', async () => {
    const { worker, run, calls } = aWorker();
    let started = 0;
    const remote = aRemote(() => {
      started += 1;
      return worker;
    }, noSocket);
    remote.parseInWorker(bytesOf(LONG)).subscribe().unsubscribe();
    const read = Promise.all([LONG, machinesOf(150, 'DV')].map((text) => firstValueFrom(remote.parseInWorker(bytesOf(text)))));
    run();
    expect((await read).map((reading) => typeof reading !== 'string' && reading.reports[1]?.serial)).toEqual(['LF-1', 'DV-1']);
    expect([started, calls.length]).toEqual([1, 3]);
  });

  it('[FRAME3] other responses are left to the page, and those that wait when the worker breaks', async () => {
    const { worker, run, fail } = aWorker();
    const remote = aRemote(() => worker, noSocket);
    const refused = firstValueFrom(remote.parseInWorker(bytesOf('x'.repeat(20_000))));
    run();
    expect(await refused).toBe('x'.repeat(20_000));
    const waiting = firstValueFrom(remote.parseInWorker(bytesOf(LONG)));
    fail();
    expect(await waiting).toBe(LONG);
  });
});

describe('what the worker reads and the recorder receives', () => {
  /** The messages that the recorder reads from its port. */
  async function received(port: MessagePort, count: number): Promise<readonly NumberedReports[]> {
    const read = contentReader(() => frameReader(recordingCodec));
    const all: NumberedReports[] = [];
    await new Promise<void>((resolve) => {
      port.addEventListener('message', ({ data: { number, content } }: MessageEvent<NumberedContent>) => {
        all.push({ number: number ?? -1, reports: read(content)?.reports ?? [] });
        if (all.length === count) resolve();
      });
      port.start();
    });
    port.close();
    return all;
  }

  it.each(['before the socket opens', 'while it is open'])(
    '[RECORDER6] is the same, with the same numbers, when recording begins %s',
    async (when) => {
      const { worker, held, run } = aWorker();
      const remote = aRemote(() => worker, noSocket);
      const onPage: NumberedReports[] = [];
      const ports: MessagePort[] = [];
      const recorder: ReadingRecorder = { connect: (port) => void ports.push(port), read: (reports) => void onPage.push(reports) };
      if (when === 'before the socket opens') remote.recordTo(recorder);
      listenTo(remote);
      run();
      if (when === 'while it is open') {
        held[0]?.receive(frameOf('LF-01', 'LF-09'));
        remote.recordTo(recorder);
        run();
      }
      held[0]?.receive(frameOf('LF-01', 'LF-02'));
      held[0]?.receive(frameOf('LF-02', 'LF-01', 'LF-03'));
      const [port] = ports;
      const there = port === undefined ? [] : await received(port, 2);
      expect(there).toEqual(onPage);
      expect(onPage.map(({ number, reports }) => [number, reports.length])).toEqual([
        [0, 2],
        [1, 3],
      ]);
    },
  );
});

const newReader = () => frameReader(recordingCodec);

/** The offer of column frames, with their reader at hand. */
async function anOffer() {
  const offer = columnOffer(async () => newReader, new VirtualTimeScheduler());
  await firstValueFrom(offer.ready$);
  return offer;
}

/** Column frames of reports of one device, a millisecond apart, as a server sends them. */
function framesOf(...serials: readonly string[]) {
  const writer = rowWriter(recordingCodec);
  return serials.map((serial, index) => {
    const report = push(serial, index);
    const row = writer.row(report, Date.parse(report.timestamp));
    if (row === null) throw new Error('no row');
    const bytes = columnFrame(index === 0);
    writer.add(bytes, row, true);
    addJson(bytes, JSON.stringify({ type: 'pong' }), recordingCodec);
    return bytes.done();
  });
}

describe('column frames', () => {
  const BOTH = [COLUMN_PROTOCOL, JSON_PROTOCOL];
  /** The console's socket, in a worker or on the page. */
  function opened(where: 'in a worker' | 'on the page', offer: Offer) {
    const { worker, held, run } = aWorker();
    const onPage: FakeSocket[] = [];
    const make = (_: string, protocols: readonly string[]) => {
      const socket = new FakeSocket(protocols);
      onPage.push(socket);
      return socket;
    };
    const failing = () => {
      throw new Error('no workers here');
    };
    const remote = aRemote(where === 'in a worker' ? () => worker : failing, make, offer);
    const sockets = where === 'in a worker' ? held : onPage;
    return { remote, sockets, run };
  }
  const close = (socket: FakeSocket | undefined, code: number) => socket?.dispatchEvent(new CloseEvent('close', { code }));

  it.each(['in a worker', 'on the page'] as const)('[WIRE5] [WIRE6] are read %s, one after the other, also beside texts', async (where) => {
    const { remote, sockets, run } = opened(where, await anOffer());
    const { received } = listenTo(remote);
    run();
    expect(sockets[0]?.protocols).toEqual(BOTH);
    sockets[0]?.dispatchEvent(new Event('open'));
    const [first = new Uint8Array(), second = new Uint8Array()] = framesOf('LF-01', 'LF-01');
    sockets[0]?.receive(first);
    sockets[0]?.receive(frameOf('LF-02'));
    sockets[0]?.receive(second);
    const [one, other] = [0, 1].map((ms) => [push('LF-01', ms), { type: 'pong' }].flatMap((json) => readFrame(JSON.stringify(json))));
    const text = where === 'in a worker' ? readFrame(frameOf('LF-02')) : { kind: 'frame', text: frameOf('LF-02') };
    expect(received).toEqual(['opened', one, text, other]);
  });

  it.each(['in a worker', 'on the page'] as const)(
    '[WIRE5] after one that cannot be read %s the socket is closed, and the next ones speak JSON',
    async (where) => {
      const { remote, sockets, run } = opened(where, await anOffer());
      const { received } = listenTo(remote);
      run();
      sockets[0]?.dispatchEvent(new Event('open'));
      sockets[0]?.receive(framesOf('LF-01', 'LF-01')[1] ?? new Uint8Array());
      run();
      expect(sockets[0]?.closedWith).toBe(1000);
      expect(received).toEqual(['opened', { kind: 'unreadable' }]);
      close(sockets[0], 1000);
      for (let next = 1; next < 3; next += 1) {
        listenTo(remote);
        run();
        sockets[next]?.dispatchEvent(new Event('open'));
        expect(sockets[next]?.protocols).toEqual([JSON_PROTOCOL]);
        close(sockets[next], 1006);
      }
    },
  );

  it('[WIRE5] a socket that offers them and does not open is followed by one that does not offer them', async () => {
    const { remote, sockets, run } = opened('in a worker', await anOffer());
    const offered = [BOTH, [], BOTH, BOTH, BOTH].map((expected, index) => {
      listenTo(remote);
      run();
      if (index > 1) sockets[index]?.dispatchEvent(new Event('open'));
      close(sockets[index], 1006);
      return [sockets[index]?.protocols, expected];
    });
    expect(offered.map(([found]) => found)).toEqual(offered.map(([, expected]) => expected));
  });

  it('[WIRE5] [SOCK7] they are offered by the page, too, after the worker broke before its socket opened', async () => {
    const { worker, run, fail } = aWorker();
    const onPage: FakeSocket[] = [];
    const make = (_: string, protocols: readonly string[]) => {
      const socket = new FakeSocket(protocols);
      onPage.push(socket);
      return socket;
    };
    const remote = aRemote(() => worker, make, await anOffer());
    const { received } = listenTo(remote);
    run();
    fail();
    expect(received).toEqual([{ kind: 'closed', code: 1006 }, 'complete']);
    listenTo(remote);
    expect(onPage[0]?.protocols).toEqual(BOTH);
  });

  it('[WIRE5] where they are not announced nothing is offered, and their bytes are no message', () => {
    const { remote, sockets, run } = opened('in a worker', jsonOffer);
    const { received } = listenTo(remote);
    run();
    sockets[0]?.receive(framesOf('LF-01')[0] ?? new Uint8Array());
    expect([sockets[0]?.protocols, received]).toEqual([[], [{ kind: 'frame', text: expect.stringContaining('LF-01') }]]);
  });

  it('[WIRE6] [RECORDER6] a recording that begins between two frames names no report that it cannot read', async () => {
    const { remote, sockets, run } = opened('in a worker', await anOffer());
    const numbers: number[] = [];
    listenTo(remote);
    run();
    const [first = new Uint8Array(), second = new Uint8Array()] = framesOf('LF-01', 'LF-01');
    sockets[0]?.receive(first);
    remote.recordTo({ connect: (port) => port.close(), read: ({ number }) => void numbers.push(number) });
    run();
    sockets[0]?.receive(second);
    expect(numbers).toEqual([]);
    sockets[0]?.receive(framesOf('LF-01')[0] ?? new Uint8Array());
    expect(numbers).toEqual([0]);
  });

  it.each(['in a worker', 'on the page'] as const)(
    '[WIRE7] a socket %s opens once their reader has come, and offers them',
    async (where) => {
      let come: (made: () => FrameReader) => void = () => undefined;
      const offer = columnOffer(() => new Promise((resolve) => (come = resolve)), new VirtualTimeScheduler());
      const { remote, sockets, run } = opened(where, offer);
      const { received } = listenTo(remote);
      run();
      expect(sockets).toEqual([]);
      come(newReader);
      await firstValueFrom(offer.ready$);
      run();
      sockets[0]?.receive(framesOf('LF-01')[0] ?? new Uint8Array());
      expect([sockets[0]?.protocols, received.length]).toEqual([BOTH, 1]);
    },
  );

  it.each(['in a worker', 'on the page'] as const)(
    '[WIRE7] a socket %s that waited 3 s for their reader opens without them; a later one offers them',
    async (where) => {
      let come: (made: () => FrameReader) => void = () => undefined;
      const clock = new VirtualTimeScheduler();
      const offer = columnOffer(() => new Promise((resolve) => (come = resolve)), clock);
      const { remote, sockets, run } = opened(where, offer);
      const { received } = listenTo(remote);
      clock.maxFrames = 2_999;
      clock.flush();
      run();
      expect(sockets).toEqual([]);
      clock.maxFrames = 3_000;
      clock.flush();
      run();
      sockets[0]?.dispatchEvent(new Event('open'));
      expect([sockets[0]?.protocols, received]).toEqual([[JSON_PROTOCOL], ['opened']]);
      close(sockets[0], 1006);
      come(newReader);
      await firstValueFrom(offer.ready$);
      listenTo(remote);
      run();
      expect(sockets[1]?.protocols).toEqual(BOTH);
    },
  );

  it('[WIRE7] a reader that cannot be downloaded holds up no socket; each later one tries once', async () => {
    let loads = 0;
    const refused = () => {
      loads += 1;
      return Promise.reject(new Error('away'));
    };
    const offer = columnOffer(refused, new VirtualTimeScheduler());
    const { remote, sockets, run } = opened('in a worker', offer);
    for (let index = 0; index < 3; index += 1) {
      listenTo(remote);
      await firstValueFrom(offer.ready$);
      run();
      sockets[index]?.dispatchEvent(new Event('open'));
      expect(sockets[index]?.protocols).toEqual([JSON_PROTOCOL]);
      close(sockets[index], 1006);
    }
    expect(loads).toBe(3);
  });

  it('[WIRE7] [SOCK7] a socket whose worker breaks before the reader comes is opened by the page', async () => {
    let come: (made: () => FrameReader) => void = () => undefined;
    const offer = columnOffer(() => new Promise((resolve) => (come = resolve)), new VirtualTimeScheduler());
    const { worker, fail } = aWorker();
    const onPage: FakeSocket[] = [];
    const remote = aRemote(
      () => worker,
      (_, protocols) => {
        onPage.push(new FakeSocket(protocols));
        return onPage[0] ?? new FakeSocket();
      },
      offer,
    );
    listenTo(remote);
    fail();
    come(newReader);
    await firstValueFrom(offer.ready$);
    expect(onPage.map(({ protocols }) => protocols)).toEqual([BOTH]);
  });

  it('[WIRE7] a socket that nobody waits for any more is not opened when the reader comes', async () => {
    let come: (made: () => FrameReader) => void = () => undefined;
    const offer = columnOffer(() => new Promise((resolve) => (come = resolve)), new VirtualTimeScheduler());
    const { remote, sockets, run } = opened('in a worker', offer);
    listenTo(remote).stop.unsubscribe();
    come(newReader);
    await firstValueFrom(offer.ready$);
    run();
    expect(sockets).toEqual([]);
  });
});
