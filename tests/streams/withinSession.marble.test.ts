import { getStopImmediately, getTakeControl } from '#contract/command';
import { getTotalMetrics } from '#contract/fleet/metrics';
import { getTreatmentDownload } from '#contract/fleet/treatment';
import { postLoginMethod } from '#contract/identity';
import { getNetworkInformation } from '#contract/location';
import { postMapUpload } from '#contract/map';
import { postNotificationSettings } from '#contract/notification';
import { commandEvents } from '#streams/log/commands';
import type { RequestSpec } from '#streams/event';
import type { CommandIntent, QueryIntent } from '#streams/intent';
import type { HttpResponse, Token } from '#streams/ports';
import { queryStream } from '#streams/query/queryStream';
import { BehaviorSubject, map, mergeMap } from 'rxjs';
import type { RunHelpers } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { aReply, aToken, fakePorts, json } from '../support/fakePorts.ts';
import { request } from '../support/fleetLogOf.ts';
import { marbles } from '../support/marbles.ts';

/** The token: Anna signs out at 3 ms, Bert signs in at 5 ms. */
function session({ hot }: RunHelpers): BehaviorSubject<Token | null> {
  const token$ = new BehaviorSubject<Token | null>(aToken());
  hot('---n-b', { n: null, b: aToken({ value: 'of Bert' }) }).subscribe(token$);
  return token$;
}

const totals = request(getTotalMetrics);
const totalsAnswer = json({ total_mileage: 1, total_laneswitches: 1, time: '2026-03-04T13:05:00Z' });
const file = request(getTreatmentDownload, { id: 'T-1' });
const secret = request(getNetworkInformation, { id: 'L-1' });
const settings = request(postNotificationSettings);
const upload = request(postMapUpload, { a: 'm', b: '1' });
const refused = json({ error: 'unauthorised: token has expired' }, { status: 401 });

interface Scene {
  readonly asked: RequestSpec;
  /** The response at 7 ms. */
  readonly response: HttpResponse;
  /** The subscription to the request. */
  readonly sent: string;
}

/** Expects that a request of Anna started, and that nothing else of it is seen. */
const expectNothingLater = ({ asked, response, sent }: Scene) =>
  marbles((time) => {
    const { cold, hot, clock, expectObservable, expectSubscriptions, flush } = time;
    const reply = cold('-------(r|)', { r: response });
    const passed: unknown[] = [];
    const progress$ = hot('--p---p', { p: { address: 'map/m/1/upload', bytes: 1, total: 2 } });
    const ports = fakePorts(clock, { answer: () => reply, token$: session(time), progress$ });
    const intent: QueryIntent = { kind: 'query.requested', request: asked };
    const events$ = queryStream(ports, asked, cold('i', { i: intent }), (...given) => passed.push(given));
    const kinds$ = events$.pipe(mergeMap(({ events }) => events.map(({ kind }) => kind)));
    const isUpload = asked === upload;
    expectObservable(kinds$, '20ms !').toBe(isUpload ? 's-p' : 's', { s: 'request.started', p: 'request.progressed' });
    expectSubscriptions(reply.subscriptions).toBe(sent);
    flush();
    expect(passed).toEqual([]);
    expect(ports.asked).toHaveLength(1);
  });

describe('what was requested in a session that ended', () => {
  it.each<[string, Scene]>([
    ['a read is aborted', { asked: totals, response: totalsAnswer, sent: '^--!' }],
    ['a download is aborted', { asked: file, response: aReply({ text: '' }), sent: '^--!' }],
    ['a change runs to its end', { asked: settings, response: json({ result: true }), sent: '^------!' }],
    ['a change that is refused does not end the next session', { asked: settings, response: refused, sent: '^------!' }],
    ['an upload runs to its end, without progress', { asked: upload, response: json({ result: true }), sent: '^------!' }],
    ['a secret reaches nobody', { asked: secret, response: json({ wifi_password: 'x' }), sent: '^--!' }],
  ])('[QUERY4] %s, and nothing of it is seen later', (_, scene) => expectNothingLater(scene)());

  it(
    '[QUERY4] a call that needs no sign-in is answered, whoever is signed in',
    marbles((time) => {
      const { cold, clock, expectObservable } = time;
      const asked = request(postLoginMethod);
      const ports = fakePorts(clock, { answer: () => cold('-------(r|)', { r: json({ mfa_enabled: true }) }), token$: session(time) });
      const events$ = queryStream(ports, asked, cold('i', { i: { kind: 'query.requested', request: asked } }), () => undefined);
      expectObservable(events$.pipe(map(({ events }) => events[0]?.kind)), '20ms !').toBe('s------e', {
        s: 'request.started',
        e: 'request.succeeded',
      });
    }),
  );

  it(
    '[QUERY4] a request in the next session is answered',
    marbles((time) => {
      const { cold, hot, clock, expectObservable } = time;
      const ports = fakePorts(clock, { answer: () => cold('--(r|)', { r: totalsAnswer }), token$: session(time) });
      const intents$ = hot<QueryIntent>('--i---i', { i: { kind: 'query.requested', request: totals } });
      const events$ = queryStream(ports, totals, intents$, () => undefined);
      expectObservable(events$.pipe(map(({ events }) => events[0]?.kind)), '20ms !').toBe('--s---s-e', {
        s: 'request.started',
        e: 'request.succeeded',
      });
    }),
  );

  it.each([
    ['stop', getStopImmediately, refused],
    ['takeControl', getTakeControl, json({ success: true })],
    ['takeControl', getTakeControl, refused],
  ] as const)('[QUERY4] the command %s is sent to its end, and its outcome is not shown to the next person', (command, call, response) => {
    marbles((time) => {
      const { cold, clock, expectObservable, expectSubscriptions } = time;
      const reply = cold('-------(r|)', { r: response });
      const ports = fakePorts(clock, { answer: () => reply, token$: session(time) });
      const asked = request(call, { serial: 'LF-01' });
      const intent: CommandIntent = { kind: 'command.requested', command, request: asked, serial: 'LF-01', deviceName: 'Lumion 01' };
      const kinds$ = commandEvents(ports, cold('i', { i: intent })).pipe(mergeMap(({ events }) => events.map(({ kind }) => kind)));
      expectObservable(kinds$, '100ms !').toBe('(cs)', { c: 'command.requested', s: 'request.started' });
      expectSubscriptions(reply.subscriptions).toBe('^------!');
    })();
  });
});
