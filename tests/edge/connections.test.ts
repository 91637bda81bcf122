import { Observable, Subject, VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { createConnections, lockSlots, pageSlots } from '#edge/connections';
import type { HttpRequest, HttpResponse } from '#streams/ports';
import { aReply } from '../support/fakePorts.ts';

const read: HttpRequest = { method: 'GET', address: 'metrics', withToken: true };
const file: HttpRequest = { ...read, address: 'file', isLong: true };
const stop: HttpRequest = { ...read, address: 'machine/LF-01/stop_immediately', requestId: 'id', isUrgent: true };
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

function tab(takeSlot = pageSlots(), channel = { postMessage: () => undefined, addEventListener: () => undefined } as Channel) {
  const clock = new VirtualTimeScheduler();
  const sent: Sending[] = [];
  const send = createConnections({ takeSlot, channel, clock })(
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
  return { clock, sent, send };
}
type Channel = Parameters<typeof createConnections>[0]['channel'];
const answer = (sending: Sending | undefined) => {
  sending?.answer$.next(aReply({ text: '' }));
  sending?.answer$.complete();
};

it.each([
  ['Web Locks, over two tabs', () => [lockSlots(fakeLocks())]],
  ['the page, without Web Locks', () => [pageSlots()]],
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

it('[STOPWAY3] reads wait 1.5 s at most for a stop without an answer, in the other tabs too', () => {
  const listeners: (() => void)[] = [];
  const channel: Channel = {
    postMessage: () => listeners.slice(1).forEach((tell) => tell()),
    addEventListener: (_, tell) => void listeners.push(tell),
  };
  const [one, other] = [tab(pageSlots(), channel), tab(pageSlots(), channel)];
  for (const { send } of [one, other]) send(read).subscribe();
  one.send(stop).subscribe();
  expect([one, other].map(({ sent }) => sent.map(({ address, isAborted }) => `${address} ${String(isAborted)}`))).toEqual([
    ['metrics true', `${stop.address} false`],
    ['metrics true'],
  ]);
  for (const { clock } of [one, other]) clock.flush();
  expect([one.clock.now(), one.sent.at(-1)?.address, other.sent.length]).toEqual([1_500, 'metrics', 2]);
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
