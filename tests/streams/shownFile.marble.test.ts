import { getIncidentVideo } from '#contract/incident';
import { requestOnce } from '#streams/query/requestOnce';
import { queryStream } from '#streams/query/queryStream';
import type { QueryIntent } from '#streams/intent';
import { map, mergeMap } from 'rxjs';
import { expect, it } from 'vitest';
import { aReply, fakePorts } from '../support/fakePorts.ts';
import { request } from '../support/fleetLogOf.ts';
import { marbles } from '../support/marbles.ts';

const video = request(getIncidentVideo, { incident_id: 'i-1' });
const key = 'GET incidents/video/{incident_id}?incident_id=i-1';
const intent: QueryIntent = { kind: 'query.subscribed', request: video, everyMs: null };
const bytes = new Uint8Array([1, 2, 3]);
const asked = { kind: 'request.started', key, call: getIncidentVideo.name };

it(
  '[FILE5] [GAP-67] a file that is shown is asked for as bytes, with the token, and never saved',
  marbles(({ cold, expectObservable, clock, flush }) => {
    const ports = fakePorts(clock, {
      answer: () => cold('--(r|)', { r: aReply({ text: '', bytes }) }),
      saveFile: () => {
        throw new Error('saved');
      },
    });
    expectObservable(requestOnce(ports, video).pipe(map((attempt) => (attempt.ok ? attempt.answer : 'failed')))).toBe('--(b|)', {
      b: bytes,
    });
    flush();
    expect(ports.asked).toEqual([{ method: 'GET', address: 'incidents/video/i-1', withToken: true, asBytes: 'file', isLong: true }]);
  }),
);

it(
  '[FILE5] its bytes go to the asking view alone; the log holds that they came',
  marbles(({ cold, hot, expectObservable, clock, flush }) => {
    const shown: (readonly [string, unknown])[] = [];
    const ports = fakePorts(clock, { answer: () => cold('--(r|)', { r: aReply({ text: '', bytes }) }) });
    const events$ = queryStream(ports, video, hot('w', { w: intent }), (at, answer) => shown.push([at, answer])).pipe(
      mergeMap(({ events }) => events),
    );
    expectObservable(events$).toBe('a-c', { a: asked, c: { kind: 'request.unchanged', key, call: getIncidentVideo.name } });
    flush();
    expect(shown).toEqual([[key, bytes]]);
  }),
);

it(
  '[FILE5] one that does not come is reported by its view: the log holds the failure, and no alert',
  marbles(({ cold, hot, expectObservable, clock, flush }) => {
    const shown: unknown[] = [];
    const failure = { status: 404, message: 'NotFound: no such incident' };
    const ports = fakePorts(clock, {
      answer: () => cold('--(r|)', { r: aReply({ status: 404, text: JSON.stringify({ error: failure.message }) }) }),
    });
    const events$ = queryStream(ports, video, hot('w', { w: intent }), (...all) => shown.push(all)).pipe(mergeMap(({ events }) => events));
    expectObservable(events$).toBe('a-f', { a: asked, f: { kind: 'request.failed', key, call: getIncidentVideo.name, failure } });
    flush();
    expect(shown).toEqual([]);
  }),
);

it(
  '[FILE5] leaving stops what is on its way',
  marbles(({ cold, hot, expectSubscriptions, clock, flush }) => {
    const answer = cold('-----(r|)', { r: aReply({ text: '', bytes }) });
    const closed: QueryIntent = { kind: 'query.unsubscribed', request: video, everyMs: null };
    queryStream(fakePorts(clock, { answer: () => answer }), video, hot('w--c', { w: intent, c: closed }), () => undefined).subscribe();
    flush();
    expectSubscriptions(answer.subscriptions).toBe('^--!');
  }),
);
