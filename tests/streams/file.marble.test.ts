import type { Call } from '#contract/call';
import { getConfigDownload } from '#contract/devices/configuration';
import { getDeviceAccessToken, postGenerateCredentials } from '#contract/devices/deviceCredential';
import { getErrorCodesExport } from '#contract/errorCode';
import { getIncidentFile, postIncidentExport } from '#contract/incident';
import type { RequestSpec } from '#streams/event';
import { getStateData } from '#contract/fleet/dataGroup';
import { getTreatmentDownload } from '#contract/fleet/treatment';
import { fleetLog } from '#streams/log/fleetLog';
import { requestOnce } from '#streams/query/requestOnce';
import { queryStream } from '#streams/query/queryStream';
import type { HttpRequest, HttpResponse } from '#streams/ports';
import type { Intent, QueryIntent } from '#streams/intent';
import { filter, map, mergeMap, NEVER, take, throwError, toArray, type Observable } from 'rxjs';
import { expect, it } from 'vitest';
import { aReply, fakePorts, json } from '../support/fakePorts.ts';
import { request } from '../support/fleetLogOf.ts';
import { marbles } from '../support/marbles.ts';

const file = request(getTreatmentDownload, { id: 'T 1/2' });
const key = 'GET treatment/{id}/download?id=T 1/2';
const intent: QueryIntent = { kind: 'query.requested', request: file };

/** The kinds of the news, and the text of an alert. */
const words = (events$: ReturnType<typeof queryStream>): Observable<string> =>
  events$.pipe(mergeMap(({ events }) => events.map((item) => (item.kind === 'alert.raised' ? `${item.tone} ${item.text}` : item.kind))));

it(
  '[FILE4] a file goes through its own port, once, with a name for want of one',
  marbles(({ cold, expectObservable, clock, flush }) => {
    const saved: (readonly [HttpRequest, string])[] = [];
    const ports = fakePorts(clock, {
      saveFile: (asked, name) => {
        saved.push([asked, name]);
        return cold('--(r|)', { r: aReply({ text: '' }) });
      },
    });
    expectObservable(requestOnce(ports, file).pipe(map((attempt) => (attempt.ok ? attempt.answer : 'failed')))).toBe('--(n|)', { n: null });
    flush();
    expect(saved).toEqual([
      [{ method: 'GET', address: 'treatment/T%201%2F2/download', withToken: true, isLong: true }, 'treatment_T 1-2.json'],
    ]);
    expect(ports.asked).toEqual([]);
  }),
);

it.each<readonly [Call, RequestSpec['params'], RequestSpec['query'], unknown, string]>([
  [getDeviceAccessToken, { serial: 'LU-0001' }, {}, undefined, 'LU-0001_access_token.json'],
  [postGenerateCredentials, { serial: 'UV-9' }, {}, { algorithm_type: 'IDENTITY' }, 'UV-9.identity'],
  [postGenerateCredentials, { serial: 'LF-1' }, {}, { algorithm_type: 'RSA2048' }, 'LF-1_private_key.pem'],
  [getConfigDownload, {}, { machine_serial: 'LF-1', at_time: '' }, undefined, 'config_LF-1.zip'],
  [getErrorCodesExport, {}, { language: 'nl' }, undefined, 'error_codes_nl.pdf'],
  [postIncidentExport, {}, {}, {}, 'incident_export.xlsx'],
  [getIncidentFile, { a: 'rosbag', b: 'i-1.bag.gz' }, {}, undefined, 'i-1.bag.gz'],
])(
  '[FILE4] [RULE-102] [RULE-103] a server that gives no name: the file of $name with %j, %j, %j is saved as %s',
  (call, params, query, body, name) => {
    marbles(({ cold, clock, expectObservable, flush }) => {
      const names: string[] = [];
      const ports = fakePorts(clock, {
        saveFile: (_, fallback) => {
          names.push(fallback);
          return cold('(r|)', { r: aReply({ text: '' }) });
        },
      });
      expectObservable(requestOnce(ports, { call: call.name, params, query }, body).pipe(map(({ ok }) => ok))).toBe('(t|)', { t: true });
      flush();
      expect(names).toEqual([name]);
    })();
  },
);

const onItsWay = (bytes: number, address = 'treatment/T%201%2F2/download') => ({ address, bytes, total: 9 });

it(
  '[FILE7] how much of a file came is an event, twice a second at most and never after its end',
  marbles(({ hot, cold, expectObservable, clock }) => {
    const ports = fakePorts(clock, {
      saveFile: () => cold('1300ms (r|)', { r: aReply({ text: '' }) }),
      progress$: hot('-ab 500ms c 900ms d', { a: onItsWay(1), b: onItsWay(2), c: onItsWay(3, 'another/file'), d: onItsWay(9) }),
    });
    const events$ = queryStream(ports, file, cold('w', { w: intent }), () => undefined).pipe(mergeMap(({ events }) => events));
    const about = { key, call: getTreatmentDownload.name };
    expectObservable(events$).toBe('sa 499ms b 798ms u', {
      s: { kind: 'request.started', ...about },
      a: { kind: 'request.progressed', ...about, bytes: 1, total: 9 },
      b: { kind: 'request.progressed', ...about, bytes: 2, total: 9 },
      u: { kind: 'request.unchanged', ...about },
    });
  }),
);

it(
  '[FILE7] a cancelled request is aborted, is no failure, and can be sent again',
  marbles(({ hot, cold, expectObservable, expectSubscriptions, clock }) => {
    const reply = cold('---(r|)', { r: aReply({ text: '' }) });
    const ports = fakePorts(clock, { saveFile: () => reply });
    const cancelled$ = hot('--c-----c', { c: file });
    expectObservable(words(queryStream(ports, file, hot('w---w', { w: intent }), () => undefined, cancelled$))).toBe('s-c-s--u', {
      s: 'request.started',
      c: 'request.cancelled',
      u: 'request.unchanged',
    });
    expectSubscriptions(reply.subscriptions).toBe(['^-!', '----^--!']);
  }),
);

it(
  '[FILE7] in the log, a file of a view that left is cancelled too, and no other request',
  marbles(({ hot, cold, expectObservable, expectSubscriptions, clock }) => {
    const reply = cold('-----(r|)', { r: aReply({ text: '' }) });
    const ports = fakePorts(clock, { saveFile: () => reply });
    const other = request(getTreatmentDownload, { id: 'T2' });
    const intents$ = hot<Intent>('abc', {
      a: intent,
      b: { kind: 'query.requested', request: other },
      c: { kind: 'query.cancelled', request: file },
    });
    const ends$ = fleetLog(ports, intents$, { websocket_address: '', session$: NEVER, onSecret: () => undefined }).pipe(
      mergeMap((events) =>
        events.map((event) => ('key' in event && event.key !== '' ? `${event.kind} ${event.key.slice(-2)}` : event.kind)),
      ),
      filter((text) => /cancelled|unchanged/.test(text)),
      take(2),
    );
    expectObservable(ends$.pipe(toArray())).toBe('------(r|)', { r: ['request.cancelled /2', 'request.unchanged T2'] });
    expectSubscriptions(reply.subscriptions).toBe(['^-!', '-^----!']);
  }),
);

it(
  '[FILE4] other calls are never sent there',
  marbles(({ cold, expectObservable, clock }) => {
    const ports = fakePorts(clock, { saveFile: () => throwError(() => new Error('no file')), answer: () => cold('(j|)', { j: json({}) }) });
    expectObservable(requestOnce(ports, request(getStateData, { serial: 'LF-01' })).pipe(map(({ ok }) => ok))).toBe('(t|)', { t: true });
  }),
);

it(
  '[FILE4] the log holds that it was asked and came, each time, and nothing of it',
  marbles(({ cold, hot, expectObservable, clock }) => {
    const ports = fakePorts(clock, { saveFile: () => cold('--(r|)', { r: aReply({ text: '' }) }) });
    const events$ = queryStream(ports, file, hot('w----w', { w: intent }), () => undefined).pipe(mergeMap(({ events }) => events));
    const asked = { kind: 'request.started', key, call: getTreatmentDownload.name };
    const came = { kind: 'request.unchanged', key, call: getTreatmentDownload.name };
    expectObservable(events$).toBe('a-c--a-c', { a: asked, c: came });
  }),
);

it.each([
  ['RULE-108', 404, '{"error":"NotFound: no such treatment"}', ['request.failed', 'warning no such treatment']],
  ['RULE-110', 500, '{"error":"ServerFault: away"}', ['request.failed', 'warning ServerFault: away']],
  ['RULE-111', 502, '<html>', ['request.failed', 'warning Something went wrong']],
  ['RULE-106', 401, '{"error":"unauthorised: over"}', ['request.failed', 'session.rejected']],
])('[FILE4] [%s] a file that fails with %i is reported', (_, status, text, outcome) => {
  marbles(({ cold, expectObservable, clock }) => {
    const ports = fakePorts(clock, { saveFile: () => cold('(r|)', { r: aReply({ status, text }) }) });
    const emitted = words(queryStream(ports, file, cold('w', { w: intent }), () => undefined));
    expectObservable(emitted).toBe('(abc)', { a: 'request.started', b: outcome[0], c: outcome[1] });
  })();
});

it(
  '[FILE4] [RULE-112] without a response nothing is alerted; a silent server is left after twelve hours, not after thirty seconds',
  marbles(({ cold, expectObservable, expectSubscriptions, clock }) => {
    const none = fakePorts(clock, { saveFile: () => cold<HttpResponse>('#') });
    expectObservable(words(queryStream(none, file, cold('w', { w: intent }), () => undefined))).toBe('(ab)', {
      a: 'request.started',
      b: 'request.failed',
    });
    const silent = cold<HttpResponse>('-');
    const ports = fakePorts(clock, { saveFile: () => silent });
    expectObservable(requestOnce(ports, file).pipe(map((attempt) => (attempt.ok ? 'came' : attempt.failure.status)))).toBe('43200s (z|)', {
      z: 0,
    });
    expectSubscriptions(silent.subscriptions).toBe('^ 43199999ms !');
  }),
);
