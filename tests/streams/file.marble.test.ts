import type { Call } from '#contract/call';
import { getConfigDownload } from '#contract/configuration';
import { getDeviceAccessToken, postGenerateCredentials } from '#contract/deviceCredential';
import { getErrorCodesExport } from '#contract/errorCode';
import { getIncidentFile, postIncidentExport } from '#contract/incident';
import type { Question } from '#streams/event';
import { getStateData } from '#contract/machine';
import { getTreatmentDownload } from '#contract/treatment';
import { ask } from '#streams/ask';
import { conversation } from '#streams/conversation';
import type { Ask, Reply } from '#streams/ports';
import type { AskingWish } from '#streams/wish';
import { map, mergeMap, throwError, type Observable } from 'rxjs';
import { expect, it } from 'vitest';
import { aReply, fakePorts, json } from '../support/fakePorts.ts';
import { question } from '../support/fleetLogOf.ts';
import { marbles } from '../support/marbles.ts';

const file = question(getTreatmentDownload, { id: 'T 1/2' });
const key = 'GET treatment/{id}/download?id=T 1/2';
const wish: AskingWish = { kind: 'ask.given', question: file };

/** The kinds of the news, and the text of an alert. */
const words = (news$: ReturnType<typeof conversation>): Observable<string> =>
  news$.pipe(mergeMap(({ news }) => news.map((item) => (item.kind === 'alert.raised' ? `${item.tone} ${item.text}` : item.kind))));

it(
  '[FILE4] a file goes through its own port, once, with a name for want of one',
  marbles(({ cold, expectObservable, clock, flush }) => {
    const saved: (readonly [Ask, string])[] = [];
    const ports = fakePorts(clock, {
      saveFile: (asked, name) => {
        saved.push([asked, name]);
        return cold('--(r|)', { r: aReply({ text: '' }) });
      },
    });
    expectObservable(ask(ports, file).pipe(map((attempt) => (attempt.ok ? attempt.answer : 'failed')))).toBe('--(n|)', { n: null });
    flush();
    expect(saved).toEqual([[{ method: 'GET', address: 'treatment/T%201%2F2/download', withToken: true }, 'treatment_T 1-2.json']]);
    expect(ports.asked).toEqual([]);
  }),
);

it.each<readonly [Call, Question['params'], Question['query'], unknown, string]>([
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
      expectObservable(ask(ports, { call: call.name, params, query }, body).pipe(map(({ ok }) => ok))).toBe('(t|)', { t: true });
      flush();
      expect(names).toEqual([name]);
    })();
  },
);

it(
  '[FILE4] what is no file never goes there',
  marbles(({ cold, expectObservable, clock }) => {
    const ports = fakePorts(clock, { saveFile: () => throwError(() => new Error('no file')), answer: () => cold('(j|)', { j: json({}) }) });
    expectObservable(ask(ports, question(getStateData, { serial: 'LF-01' })).pipe(map(({ ok }) => ok))).toBe('(t|)', { t: true });
  }),
);

it(
  '[FILE4] the log holds that it was asked and came, each time, and nothing of it',
  marbles(({ cold, hot, expectObservable, clock }) => {
    const ports = fakePorts(clock, { saveFile: () => cold('--(r|)', { r: aReply({ text: '' }) }) });
    const news$ = conversation(ports, file, hot('w----w', { w: wish }), () => undefined).pipe(mergeMap(({ news }) => news));
    const asked = { kind: 'call.asked', key, call: getTreatmentDownload.name };
    const came = { kind: 'call.confirmed', key, call: getTreatmentDownload.name };
    expectObservable(news$).toBe('a-c--a-c', { a: asked, c: came });
  }),
);

it.each([
  ['RULE-108', 404, '{"error":"NotFound: no such treatment"}', ['call.failed', 'warning no such treatment']],
  ['RULE-110', 500, '{"error":"ServerFault: away"}', ['call.failed', 'warning ServerFault: away']],
  ['RULE-111', 502, '<html>', ['call.failed', 'warning Something went wrong']],
  ['RULE-106', 401, '{"error":"unauthorised: over"}', ['call.failed', 'session.refused']],
])('[FILE4] [%s] a file that fails with %i is told', (_, status, text, told) => {
  marbles(({ cold, expectObservable, clock }) => {
    const ports = fakePorts(clock, { saveFile: () => cold('(r|)', { r: aReply({ status, text }) }) });
    const said = words(conversation(ports, file, cold('w', { w: wish }), () => undefined));
    expectObservable(said).toBe('(abc)', { a: 'call.asked', b: told[0], c: told[1] });
  })();
});

it(
  '[FILE4] [RULE-112] without a response nothing is alerted; a silent server is left after ten minutes, not after thirty seconds',
  marbles(({ cold, expectObservable, expectSubscriptions, clock }) => {
    const none = fakePorts(clock, { saveFile: () => cold<Reply>('#') });
    expectObservable(words(conversation(none, file, cold('w', { w: wish }), () => undefined))).toBe('(ab)', {
      a: 'call.asked',
      b: 'call.failed',
    });
    const silent = cold<Reply>('-');
    const ports = fakePorts(clock, { saveFile: () => silent });
    expectObservable(ask(ports, file).pipe(map((attempt) => (attempt.ok ? 'came' : attempt.failure.status)))).toBe('600s (z|)', { z: 0 });
    expectSubscriptions(silent.subscriptions).toBe('^ 599999ms !');
  }),
);
