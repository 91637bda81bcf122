import { getStopImmediately } from '#contract/command';
import type { StopFrame } from '#contract/fleet/socket';
import type { EventPayload } from '#streams/event';
import type { CommandIntent } from '#streams/intent';
import type { HttpResponse } from '#streams/ports';
import type { Attempt } from '#streams/query/requestOnce';
import type { SourcedEvents } from '#streams/stamp';
import { readPush } from '#streams/socket/frame';
import { isSocketOpen, stopOverSocket } from '#streams/log/stopOverSocket';
import { map, NEVER, of, tap, type Observable } from 'rxjs';
import type { RunHelpers } from 'rxjs/testing';
import { expect, it } from 'vitest';
import { aToken, fakePorts, json } from '../support/fakePorts.ts';
import { request } from '../support/fleetLogOf.ts';
import { marbles } from '../support/marbles.ts';

const stop: CommandIntent = {
  kind: 'command.requested',
  command: 'stop',
  request: request(getStopImmediately, { serial: 'LF-01' }),
  serial: 'LF-01',
  deviceName: 'Lumion 01',
};
const pushed = (push: object): SourcedEvents => ({ source: 'socket', events: [readPush({ type: 'stop', request_id: 'id-1', ...push })] });
const events = (...all: EventPayload[]): SourcedEvents => ({ source: 'socket', events: all });
const socketEvents: Readonly<Record<string, SourcedEvents>> = {
  r: pushed({ status: null }),
  y: pushed({ status: 200, success: true }),
  n: pushed({ status: 200, success: false }),
  f: pushed({ status: 409, error: 'Conflict: the device is offline' }),
  o: pushed({ request_id: 'another', status: 200, success: true }),
  c: events({ kind: 'socket.closed', code: 1006, retryInMs: 1_000 }),
};

const word = (attempt: Attempt): string =>
  attempt.ok ? `answer ${JSON.stringify(attempt.answer)}` : `failure ${String(attempt.failure.status)} ${attempt.failure.message}`;

interface Scene {
  readonly socket: string;
  readonly answer?: (time: RunHelpers) => Observable<HttpResponse>;
}

/** When a stop ended and how, what went over the socket, and when the call was sent. */
function run({ socket, answer = () => of(json({ success: true })) }: Scene) {
  const ended: string[] = [];
  const frames: StopFrame[] = [];
  const calls: string[] = [];
  marbles((time) => {
    const { clock, hot, expectObservable, flush } = time;
    const ports = fakePorts(clock, {
      answer: (ask) => {
        calls.push(`${String(clock.now())} ${ask.requestId ?? ''}`);
        return answer(time);
      },
    });
    const link = { socket$: hot(socket, socketEvents), send: (frame: StopFrame) => void frames.push(frame) };
    const outcome$ = stopOverSocket(ports, stop, 'id-1', link).pipe(
      map(word),
      tap((outcome) => ended.push(`${String(clock.now())} ${outcome}`)),
    );
    expectObservable(outcome$, '60s !');
    flush();
  })();
  return { ended, frames, calls };
}

const YES = 'answer {"success":true}';

it.each<[string, Scene, string, readonly string[]]>([
  ['confirmed and done: the call is not needed', { socket: '-r 100ms y' }, `102 ${YES}`, []],
  ['refused by the device', { socket: '-r 100ms n' }, '102 answer {"success":false}', []],
  ['refused by the server', { socket: '-r-f' }, '3 failure 409 Conflict: the device is offline', []],
  ['answered without a receipt', { socket: '--y' }, `2 ${YES}`, []],
  ['of another console', { socket: '-r-o 100ms y' }, `104 ${YES}`, []],
  ['not confirmed: the call goes too', { socket: '-' }, `500 ${YES}`, ['500 id-1']],
  [
    'not confirmed, then done over the socket before the call answers',
    { socket: '600ms y', answer: ({ cold }) => cold('5s (y|)', { y: json({ success: true }) }) },
    `600 ${YES}`,
    ['500 id-1'],
  ],
  ['confirmed, and then silence', { socket: '-r' }, `8000 ${YES}`, ['8000 id-1']],
  ['the socket closes', { socket: '-r-c' }, `3 ${YES}`, ['3 id-1']],
  ['the socket closes and nobody answers', { socket: '-c', answer: ({ cold }) => cold('#') }, '1 failure 0 ', ['1 id-1']],
])('[STOPWAY1] [STOPWAY2] over the socket, %s', (_, scene, outcome, sentByCall) => {
  const { ended, frames, calls } = run(scene);
  expect(ended).toEqual([outcome]);
  expect(frames).toEqual([{ type: 'stop', request_id: 'id-1', device_serial: 'LF-01' }]);
  expect(calls).toEqual(sentByCall);
});

it(
  '[STOPWAY1] the socket is open from its opening to its closing; pushes say nothing of it',
  marbles(({ hot, expectObservable }) => {
    const socket$ = hot('-o-y-c-o', { ...socketEvents, o: events({ kind: 'socket.opened' }) });
    expectObservable(isSocketOpen({ token$: NEVER }, { socket$, send: () => undefined })).toBe('ft---f-t', { f: false, t: true });
  }),
);

it(
  '[STOPWAY6] it is closed after a sign-out, until a socket opens again',
  marbles(({ hot, expectObservable }) => {
    const socket$ = hot('-o-----o', { o: events({ kind: 'socket.opened' }) });
    const token$ = hot('a-b-n-a', { a: aToken(), b: aToken({ value: 'renewed' }), n: null });
    expectObservable(isSocketOpen({ token$ }, { socket$, send: () => undefined })).toBe('ft--f--t', { f: false, t: true });
  }),
);
