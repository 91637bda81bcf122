import { Observable, Subject, VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { createConnections, lockSlots, pageSlots, requestSlots } from '#edge/connections';
import type { FileProgress, HttpRequest, HttpResponse } from '#streams/ports';
import { aReply } from '../support/fakePorts.ts';

const read: HttpRequest = { method: 'GET', address: 'metrics', withToken: true };
const file: HttpRequest = { ...read, address: 'file', isLong: true };
const stop: HttpRequest = { ...read, address: 'machine/LF-01/stop_immediately', requestId: 'id', isUrgent: true };
const slow: HttpRequest = { ...read, address: 'validate/organisations', requestId: 'id', isSlow: true };
const act: HttpRequest = { ...read, address: 'machine/LF-01/take_control', requestId: 'id' };

const turn = async () => {
  for (let n = 0; n < 10; n += 1) await Promise.resolve();
};

/** Web Locks of one browser. */
function fakeLocks() {
  const held = new Map<string, Promise<unknown>>();
  const queues = new Map<string, (() => void)[]>();
  const request = async (name: string, options: { readonly signal: AbortSignal }, hold: () => unknown) => {
    if (held.has(name))
      await new Promise<void>((resolve, reject) => {
        queues.set(name, [...(queues.get(name) ?? []), resolve]);
        options.signal.addEventListener('abort', () => {
          queues.set(
            name,
            (queues.get(name) ?? []).filter((one) => one !== resolve),
          );
          reject(new Error('AbortError'));
        });
      });
    const holding = Promise.resolve(hold());
    held.set(name, holding);
    await holding;
    held.delete(name);
    queues.get(name)?.shift()?.();
  };
  return { request } as unknown as Pick<LockManager, 'request'>;
}

interface Sending {
  readonly address: string;
  readonly answer$: Subject<HttpResponse>;
  isAborted: boolean;
}

function tab(takeLong = pageSlots(2), channel = { postMessage: () => undefined, addEventListener: () => undefined } as Channel) {
  const clock = new VirtualTimeScheduler();
  const sent: Sending[] = [];
  const progress$ = new Subject<FileProgress>();
  const send = createConnections({ takeLong, takeSlow: pageSlots(1), channel, clock, progress$ })(
    ({ address }) =>
      new Observable((subscriber) => {
        const sending: Sending = { address, answer$: new Subject(), isAborted: false };
        sent.push(sending);
        const answer = sending.answer$.subscribe(subscriber);
        return () => {
          sending.isAborted = !sending.answer$.isStopped;
          answer.unsubscribe();
        };
      }),
  );
  return { clock, sent, send, progress$ };
}
type Channel = Parameters<typeof createConnections>[0]['channel'];
const answer = (sending: Sending | undefined) => {
  sending?.answer$.next(aReply({ text: '' }));
  sending?.answer$.complete();
};

it.each([
  ['Web Locks, over two tabs', () => [lockSlots(fakeLocks(), requestSlots.long)]],
  ['the page, without Web Locks', () => [pageSlots(2)]],
])('[STOPWAY3] two long requests are sent at a time, by %s; a free or left slot is the next one’s', async (_, open) => {
  const [takeSlot] = open();
  const [one, other] = [tab(takeSlot), tab(takeSlot)];
  const running = [one, other, one, other, one].map(({ send }) => send(file).subscribe());
  await turn();
  const sent = () => [...one.sent, ...other.sent];
  expect(sent()).toHaveLength(2);
  // A waiting one is cancelled, a running one continues, one is answered.
  running[2]?.unsubscribe();
  running[0]?.unsubscribe();
  await turn();
  expect(sent()).toHaveLength(3);
  answer(sent().at(-1));
  await turn();
  expect(sent()).toHaveLength(4);
});

it('[STOPWAY3] a stop waits for no slot, and while it is sent the reads give way and are sent again after it; what acts goes on', async () => {
  const { send, sent } = tab();
  const answers: string[] = [];
  for (const ask of [read, act, file, file]) send(ask).subscribe(() => answers.push(ask.address));
  await turn();
  send(stop).subscribe(() => answers.push(stop.address));
  expect(sent.map(({ address, isAborted }) => [address, isAborted])).toEqual([
    ['metrics', true],
    [act.address, false],
    ['file', false],
    ['file', false],
    [stop.address, false],
  ]);
  answer(sent[4]);
  expect(sent.at(-1)).toMatchObject({ address: 'metrics', isAborted: false });
  answer(sent.at(-1));
  expect(answers).toEqual([stop.address, 'metrics']);
});

it('[VALID5] one slow request is sent at a time, whatever number of files is transferred, and a stop waits for none', async () => {
  const { send, sent } = tab();
  for (const ask of [file, file, slow, slow]) send(ask).subscribe();
  await turn();
  send(stop).subscribe();
  expect(sent.map(({ address }) => address)).toEqual([file.address, file.address, slow.address, stop.address]);
  answer(sent[2]);
  await turn();
  expect(sent.map(({ address }) => address).slice(4)).toEqual([slow.address]);
});

it('[STOPWAY3] reads wait 1.5 s at most for a stop without an answer, in the other tabs too', () => {
  const listeners: (() => void)[] = [];
  const channel: Channel = {
    postMessage: () => listeners.slice(1).forEach((tell) => tell()),
    addEventListener: (_, tell) => void listeners.push(tell),
  };
  const [one, other] = [tab(pageSlots(2), channel), tab(pageSlots(2), channel)];
  for (const { send } of [one, other]) send(read).subscribe();
  one.send(stop).subscribe();
  expect([one, other].map(({ sent }) => sent.map(({ address, isAborted }) => `${address} ${String(isAborted)}`))).toEqual([
    ['metrics true', `${stop.address} false`],
    ['metrics true'],
  ]);
  for (const { clock } of [one, other]) clock.flush();
  expect([one.clock.now(), one.sent.at(-1)?.address, other.sent.length]).toEqual([1_500, 'metrics', 2]);
});

it('[SLOW2] reads give way once, in all tabs, to an act that is not answered for ten seconds, and not to one that is', () => {
  const listeners: (() => void)[] = [];
  const channel: Channel = {
    postMessage: () => listeners.slice(1).forEach((tell) => tell()),
    addEventListener: (_, tell) => void listeners.push(tell),
  };
  const [one, other] = [tab(pageSlots(2), channel), tab(pageSlots(2), channel)];
  for (const { send } of [one, other]) send({ ...read, method: 'POST' }).subscribe();
  const passUntil = (at: number) => {
    for (const { clock } of [one, other]) {
      clock.maxFrames = at;
      clock.flush();
      clock.frame = at;
    }
  };
  const quick = one.send(act).subscribe();
  passUntil(9_999);
  answer(one.sent[1]);
  one.send(act).subscribe();
  const reads = () => [one, other].map(({ sent }) => sent.filter(({ address }) => address === 'metrics').map(({ isAborted }) => isAborted));
  passUntil(19_998);
  expect([quick.closed, reads()]).toEqual([true, [[false], [false]]]);
  passUntil(19_999);
  expect(reads()).toEqual([[true], [true]]);
  passUntil(60_000);
  expect(reads()).toEqual([
    [true, false],
    [true, false],
  ]);
});

it('[SLOW2] what outlives its page is sent at once, also while a stop is sent', () => {
  const { send, sent } = tab();
  const lines = { ...read, method: 'POST', address: 'history/accounts/a', outlivesPage: true } as const;
  send(lines).subscribe();
  send(stop).subscribe();
  send(lines).subscribe();
  expect(sent.map(({ address, isAborted }) => [address, isAborted])).toEqual([
    [lines.address, false],
    [stop.address, false],
    [lines.address, false],
  ]);
});

it('[SLOW2] reads that give way to an act give way to a stop for as long as ever', () => {
  const { clock, send, sent } = tab();
  const passUntil = (at: number) => {
    clock.maxFrames = at;
    clock.flush();
    clock.frame = at;
  };
  send(read).subscribe();
  send(act).subscribe();
  passUntil(11_000);
  send(stop).subscribe();
  passUntil(12_499);
  const reads = () => sent.filter(({ address }) => address === read.address).length;
  expect(reads()).toBe(1);
  passUntil(12_500);
  expect(reads()).toBe(2);
});

it('[STOPWAY3] reads go on after the last of two stops', () => {
  const { send, sent } = tab();
  for (const ask of [read, stop, stop]) send(ask).subscribe();
  const reads = () => sent.filter(({ address }) => address === read.address).length;
  answer(sent[1]);
  expect(reads()).toBe(1);
  answer(sent[2]);
  expect(reads()).toBe(2);
});

it('[STOPWAY3] reads go on also where the clock is set back meanwhile', () => {
  const timers = new VirtualTimeScheduler();
  const clock = { now: () => 10_000 - timers.now(), schedule: timers.schedule.bind(timers) };
  const listeners: (() => void)[] = [];
  const channel: Channel = { postMessage: () => undefined, addEventListener: (_, listener) => void listeners.push(listener) };
  let reads = 0;
  const send = createConnections({ takeLong: pageSlots(2), takeSlow: pageSlots(1), channel, clock, progress$: new Subject() })(() => {
    reads += 1;
    return new Subject();
  });
  send(read).subscribe();
  for (const listener of listeners) listener();
  timers.flush();
  expect(reads).toBe(1);
});

it('[STOPWAY3] a read that is answered, and one that is left meanwhile, are not sent again', () => {
  const { send, sent } = tab();
  send(read).subscribe();
  answer(sent[0]);
  send(read).subscribe().unsubscribe();
  send(stop).subscribe();
  answer(sent.at(-1));
  expect(sent.map(({ address }) => address)).toEqual(['metrics', 'metrics', stop.address]);
});

const MINUTE_MS = 60_000;
it.each([
  ['that never answers', [], 10],
  [
    'that stops in the middle',
    [
      { at: 1, bytes: 5 },
      { at: 2, bytes: 50 },
    ],
    5,
  ],
  ['whose end is never confirmed', [{ at: 1, bytes: 100 }], 11],
])('[FILE10] a transfer %s ends, and its slot is the next one’s', async (_, progress, endsAt) => {
  const { clock, sent, send, progress$ } = tab(pageSlots(1));
  const ends: number[] = [];
  send(file).subscribe({ error: () => ends.push(clock.now() / MINUTE_MS) });
  send({ ...file, address: 'next' }).subscribe({ error: () => undefined });
  await turn();
  for (const { at, bytes } of progress) clock.schedule(() => progress$.next({ address: file.address, bytes, total: 100 }), at * MINUTE_MS);
  clock.schedule(() => progress$.next({ address: 'another', bytes: 1, total: null }), 4 * MINUTE_MS);
  clock.maxFrames = 12 * MINUTE_MS;
  clock.flush();
  await turn();
  expect(ends).toEqual([endsAt]);
  expect(sent.map(({ address, isAborted }) => [address, isAborted])).toEqual([
    [file.address, true],
    ['next', false],
  ]);
});

it('[FILE10] a transfer is not limited while it waits for its slot, and not while it makes progress', async () => {
  const { clock, sent, send, progress$ } = tab(pageSlots(1));
  const errors: unknown[] = [];
  const note = { error: (error: unknown) => errors.push(error) };
  send(file).subscribe(note);
  send({ ...file, address: 'next' }).subscribe(note);
  await turn();
  for (let minute = 1; minute < 60; minute += 2)
    clock.schedule(() => progress$.next({ address: file.address, bytes: minute, total: null }), minute * MINUTE_MS);
  clock.maxFrames = 60 * MINUTE_MS;
  clock.flush();
  expect(errors).toEqual([]);
  expect(sent).toHaveLength(1);
});
