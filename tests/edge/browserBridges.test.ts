import { VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { loadConfig } from '#edge/config';
import { frames } from '#edge/pageSignals';
import { online } from '#edge/pageSignals';
import { createOpenSocket } from '#edge/socket/openSocket';
import { visibility } from '#edge/pageSignals';
import type { SocketEvent } from '#streams/ports';

class FakeSocket extends EventTarget {
  sent: string[] = [];
  closedWith: number | null = null;
  send(text: string) {
    this.sent.push(text);
  }
  close(code: number) {
    this.closedWith = code;
  }
}

const events = (make: () => Pick<WebSocket, 'addEventListener' | 'send' | 'close'>) => {
  const received: (SocketEvent | 'complete')[] = [];
  const stop = createOpenSocket(make)('ws://x/ws').subscribe({
    next: (one) => received.push(one),
    complete: () => received.push('complete'),
  });
  return { received, stop };
};

it('[LIVE-001] tells of a socket: opened, frames, closed, and nothing after', () => {
  const socket = new FakeSocket();
  const { received } = events(() => socket);
  socket.dispatchEvent(new Event('open'));
  const [opened] = received;
  if (opened !== undefined && opened !== 'complete' && opened.kind === 'opened') opened.send('hello');
  socket.dispatchEvent(new MessageEvent('message', { data: 'text' }));
  // A server may send its JSON as bytes where no columns were offered.
  const bytes = new ArrayBuffer(2);
  new Uint8Array(bytes).set([0x7b, 0x7d]);
  socket.dispatchEvent(new MessageEvent('message', { data: bytes }));
  socket.dispatchEvent(new Event('error'));
  socket.dispatchEvent(new CloseEvent('close', { code: 4401 }));
  expect(socket.sent).toEqual(['hello']);
  expect(received.slice(1)).toEqual([
    { kind: 'frame', text: 'text' },
    { kind: 'frame', text: '{}' },
    { kind: 'closed', code: 4401 },
    'complete',
  ]);
});

it('[LIVE-001] closes the socket nobody listens to any more; an impossible address is closed news', () => {
  const socket = new FakeSocket();
  events(() => socket).stop.unsubscribe();
  expect(socket.closedWith).toBe(1000);
  const { received } = events(() => {
    throw new SyntaxError('bad address');
  });
  expect(received).toEqual([{ kind: 'closed', code: 1006 }, 'complete']);
});

it('[GAP-108] beats about once in the time of an animation frame, by the clock', () => {
  const clock = new VirtualTimeScheduler();
  let beats = 0;
  const stop = frames(clock).subscribe(() => (beats += 1));
  clock.maxFrames = 50;
  clock.flush();
  expect(beats).toBe(3);
  stop.unsubscribe();
});

it('[GAP-108] says whether the page is visible, now and at every change', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const satisfies DocumentVisibilityState });
  const seen: boolean[] = [];
  const stop = visibility(page).subscribe((isVisible) => seen.push(isVisible));
  Object.assign(page, { visibilityState: 'hidden' });
  page.dispatchEvent(new Event('visibilitychange'));
  page.dispatchEvent(new Event('visibilitychange'));
  expect(seen).toEqual([true, false]);
  stop.unsubscribe();
});

it('[SHELL-046] says whether there is a network connection, now and at every change', () => {
  const page = Object.assign(new EventTarget(), { navigator: { onLine: true } });
  const seen: boolean[] = [];
  const stop = online(page).subscribe((isOnline) => seen.push(isOnline));
  for (const [kind, onLine] of [
    ['offline', false],
    ['offline', false],
    ['online', true],
  ] as const) {
    Object.assign(page.navigator, { onLine });
    page.dispatchEvent(new Event(kind));
  }
  expect(seen).toEqual([true, false, true]);
  stop.unsubscribe();
});

it.each([
  ['missing', () => Promise.resolve(new Response('', { status: 404 })), 'could not load'],
  ['unreachable', () => Promise.reject(new TypeError('Failed to fetch')), 'could not load'],
  ['no JSON', () => Promise.resolve(new Response('<html>')), 'asks for a sign-in of its own'],
  ['answered by a gateway', () => Promise.resolve(new Response('', { status: 401 })), 'asks for a sign-in of its own'],
  ['behind a proxy whose server is away', () => Promise.resolve(new Response('', { status: 502 })), 'does not answer'],
  ['incomplete', () => Promise.resolve(new Response('{}')), 'company'],
])('[OPEN-18] says in one sentence that config.json is %s', async (_, fetch, text) => {
  await expect(loadConfig({ fetch })).rejects.toThrow(text);
});
