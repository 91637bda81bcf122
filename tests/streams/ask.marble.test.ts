import { getStopImmediately } from '#contract/command';
import { getDevice } from '#contract/devices/device';
import { postLoginMethod } from '#contract/identity';
import { getStateData } from '#contract/fleet/dataGroup';
import { getMachines } from '#contract/fleet/machine';
import { getValidate } from '#contract/validation';
import { type Attempt, requestOnce } from '#streams/query/requestOnce';
import { map, NEVER, timer } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { aReply, aToken, fakePorts, json } from '../support/fakePorts.ts';
import { request } from '../support/fleetLogOf.ts';
import { marbles } from '../support/marbles.ts';

const stateData = request(getStateData, { serial: 'LF-01' });
const good = json({ has_wifi: true });
const refused = json({ error: 'unauthorised: token has expired' }, { status: 401 });

describe('ask', () => {
  it(
    '[REQUEST1] [ROLE-015] [ROLE-016] sends the address encoded, with token',
    marbles(({ cold, expectObservable, expectSubscriptions, clock, flush }) => {
      const reply = cold('--(g|)', { g: good });
      const ports = fakePorts(clock, { answer: () => reply });
      const answered = requestOnce(ports, request(getStateData, { serial: 'LF/01?x=1' })).pipe(
        map((attempt) => attempt.ok && attempt.answer),
      );
      expectObservable(answered).toBe('--(a|)', { a: { has_wifi: true } });
      expectSubscriptions(reply.subscriptions).toBe('^-!');
      flush();
      expect(ports.asked).toEqual([{ method: 'GET', address: 'machine/LF%2F01%3Fx%3D1/state_data', withToken: true }]);
    }),
  );

  it(
    '[ROLE-017] [ROLE-018] the login-method check goes without token',
    marbles(({ cold, expectObservable, clock, flush }) => {
      const ports = fakePorts(clock, { answer: () => cold('(g|)', { g: json({ mfa_enabled: true }) }) });
      expectObservable(requestOnce(ports, request(postLoginMethod), { email: 'a@b.be' }).pipe(map(({ ok }) => ok))).toBe('(t|)', {
        t: true,
      });
      flush();
      expect(ports.asked).toMatchObject([{ method: 'POST', address: 'login_method', withToken: false, body: { email: 'a@b.be' } }]);
    }),
  );

  it.each([
    ['a call that acts has an id of its own', request(postLoginMethod), /^[0-9a-f-]{36}$/],
    ['a call that only reads has none', stateData, /^undefined$/],
  ])('[COMMAND6] %s', (_, asked, id) => {
    marbles(({ expectObservable, clock, flush }) => {
      const ports = fakePorts(clock);
      expectObservable(requestOnce(ports, asked), '1s !').toBe('');
      flush();
      expect(String(ports.asked[0]?.requestId)).toMatch(id);
    })();
  });

  it.each([
    ['an empty part', request(getDevice, { serial: '' })],
    ['a part that climbs', request(getDevice, { serial: '..' })],
    ['half a character', request(getDevice, { serial: '\ud800' })],
    ['a missing part', request(getDevice)],
    ['an unknown call', { call: 'GET everything', params: {}, query: {} }],
  ])('[REQUEST1] %s is a failure without a request', (_, hostile) => {
    marbles(({ expectObservable, clock, flush }) => {
      const ports = fakePorts(clock);
      expectObservable(requestOnce(ports, hostile).pipe(map((attempt) => !attempt.ok && attempt.failure.status))).toBe('(0|)', { 0: 0 });
      flush();
      expect(ports.asked).toEqual([]);
    })();
  });

  it.each([
    ['RULE-106', 401, '{"error":"unauthorised: no"}', 'unauthorised: no'],
    ['RULE-107', 400, '{"error":"bad request: no such page"}', 'bad request: no such page'],
    ['RULE-110', 500, '{"error":"internal: away"}', 'internal: away'],
    ['RULE-111', 502, '<html>', ''],
    ['REQUEST3', 200, '{"result":{"LF-01":{"time', ''],
    ['REQUEST3', 200, '{"result":[]}', ''],
    ['REQUEST3', 204, '', ''],
  ])('[%s] status %i with body %s keeps the status', (_, status, text, message) => {
    marbles(({ cold, expectObservable, clock }) => {
      const ports = fakePorts(clock, { answer: () => cold('r', { r: aReply({ status, text }) }) });
      expectObservable(requestOnce(ports, request(getMachines))).toBe('(f|)', {
        f: { ok: false, failure: { status, message }, offsetMs: null },
      });
    })();
  });

  it.each([
    ['a portal', 200, '<html>Sign in to the WiFi'],
    ['a gateway with its own sign-in', 401, '<!doctype html>'],
    ['a filter', 403, ' <html>Blocked'],
    ['a proxy', 407, ''],
    ['a network', 511, 'sign in'],
  ])('[AWAY2] an answer of %s with %i is neither a reason of the server nor the end of the session', (_, status, text) => {
    marbles(({ cold, expectObservable, clock }) => {
      const ports = fakePorts(clock, { answer: () => cold('r', { r: aReply({ status, text }) }) });
      const reason = requestOnce(ports, request(getMachines)).pipe(
        map((end) => (end.ok ? null : [end.failure.status, end.failure.message.startsWith('Something on the way')])),
      );
      expectObservable(reason).toBe('(f|)', { f: [511, true] });
    })();
  });

  it.each([
    ['no network', '--#', '--(f|)'],
    ['a port that says nothing and ends', '--|', '--(f|)'],
    ['silence', '', '30s (f|)'],
  ])('[REQUEST2] [RULE-112] %s is a failure with status 0', (_, port, seen) => {
    marbles(({ cold, expectObservable, clock }) => {
      const ports = fakePorts(clock, { answer: () => cold(port) });
      expectObservable(requestOnce(ports, stateData)).toBe(seen, { f: { ok: false, failure: { status: 0, message: '' }, offsetMs: null } });
    })();
  });

  it.each<readonly [string, string, string, unknown]>([
    ['that arrives byte by byte is read to its end', '20s p 25s p 25s p', '80s (r|)', true],
    ['that stops arriving', '20s p 25s p', '75001ms (r|)', 0],
    ['of which nothing arrives for too long', '29s q', '30s (r|)', 0],
    ['that never ends', `(p|)`, '15m (r|)', 0],
  ])('[SLOW1] the response of a read %s', (_, arriving, ended, outcome) => {
    marbles(({ cold, expectObservable, clock }) => {
      const of = (address: string) => ({ address, bytes: 1, total: null });
      const pieces = { p: of('machine/LF-01/state_data'), q: of('machines') };
      const isEndless = ended === '15m (r|)';
      const ports = fakePorts(clock, {
        answer: () => (outcome === true ? cold('80s (g|)', { g: good }) : NEVER),
        progress$: isEndless ? timer(0, 10_000, clock).pipe(map(() => pieces.p)) : cold(arriving, pieces),
      });
      const seen = requestOnce(ports, stateData).pipe(map((attempt) => attempt.ok || attempt.failure.status));
      expectObservable(seen).toBe(ended, { r: outcome });
    })();
  });

  it('[BODY1] a response that is too long says so', () => {
    marbles(({ cold, expectObservable, clock }) => {
      const ports = fakePorts(clock, { answer: () => cold('(r|)', { r: aReply({ text: '', isTooLong: true }) }) });
      const failure = { status: 200, message: 'The answer is too long to be read.' };
      expectObservable(requestOnce(ports, stateData)).toBe('(f|)', { f: { ok: false, failure, offsetMs: null } });
    })();
  });

  it('[SLOW1] a stop is not awaited longer while its response arrives', () => {
    marbles(({ expectObservable, clock }) => {
      const address = 'machine/LF-01/stop_immediately';
      const ports = fakePorts(clock, { progress$: timer(0, 1_000, clock).pipe(map(() => ({ address, bytes: 1, total: null }))) });
      const failure = requestOnce(ports, request(getStopImmediately, { serial: 'LF-01' })).pipe(
        map((attempt) => attempt.ok || attempt.failure.status),
      );
      expectObservable(failure).toBe('10s (f|)', { f: 0 });
    })();
  });

  it('[REQUEST2] so is a response that a worker receives and never reads', () => {
    marbles(({ cold, expectObservable, clock }) => {
      const bytes = new TextEncoder().encode('{"result":{}}');
      const ports = fakePorts(clock, { answer: () => cold('9s (r|)', { r: aReply({ bytes }) }), parseInWorker: () => NEVER });
      const failure = requestOnce(ports, request(getMachines)).pipe(map((attempt) => attempt.ok || attempt.failure.status));
      expectObservable(failure).toBe('30s (f|)', { f: 0 });
    })();
  });

  it('[VALID4] a validation is answered when it is complete, minutes later, and waits for no transfer', () => {
    marbles(({ cold, expectObservable, clock, flush }) => {
      const ports = fakePorts(clock, { answer: () => cold('5m (r|)', { r: aReply({ status: 200, text: '{"validation_id":"v-1"}' }) }) });
      const isOk = requestOnce(ports, request(getValidate, { x: 'organisations' })).pipe(map(({ ok }) => ok));
      expectObservable(isOk).toBe('5m (t|)', { t: true });
      flush();
      expect(ports.asked.map(({ isLong }) => isLong)).toEqual([undefined]);
    })();
  });

  it('[VALID5] a validation that is never answered ends after an hour', () => {
    marbles(({ expectObservable, clock, flush }) => {
      const ports = fakePorts(clock);
      const failure = requestOnce(ports, request(getValidate, { x: 'organisations' })).pipe(
        map((attempt) => attempt.ok || attempt.failure.status),
      );
      expectObservable(failure).toBe('60m (f|)', { f: 0 });
      flush();
      expect(ports.asked.map(({ isSlow }) => isSlow)).toEqual([true]);
    })();
  });

  it.each([
    ['near its end, renewed', 59_999, 'renewed', 200, 2],
    ['near its end, not renewed', 59_999, 'refused', 401, 1],
    ['near its end, nobody to renew it', 59_999, 'unreachable', 503, 1],
    ['that should be valid for long by a clock that is wrong, renewed', 9_000_000, 'renewed', 200, 2],
    ['that should be valid for long, not renewed', 9_000_000, 'refused', 401, 1],
    ['over already, renewed', -1, 'renewed', 200, 2],
    ['over already, nobody to renew it', -1, 'unreachable', 503, 1],
  ] as const)('[REQUEST4] [REQUEST12] a 401 with a token %s', (_, expiresAt, end, status, requests) => {
    marbles(({ cold, expectObservable, clock, flush }) => {
      const answers = [refused, good];
      const renewals = cold('-(w|)', { w: end });
      const ports = fakePorts(clock, {
        answer: (___, number) => cold('(r|)', { r: answers[number] ?? good }),
        token$: cold('t', { t: aToken({ expiresAt }) }),
        renew: () => renewals,
      });
      const statusOf = (attempt: Attempt) => (attempt.ok ? 200 : attempt.failure.status);
      expectObservable(requestOnce(ports, stateData).pipe(map(statusOf))).toBe('-(x|)', { x: status });
      flush();
      expect(ports.asked).toHaveLength(requests);
    })();
  });

  it(
    '[REQUEST7] masks what is named after a secret and leaves descriptions alone',
    marbles(({ cold, expectObservable, clock }) => {
      const device = { serial: 'LF-01', name: 'Lumi', device_type: 'LUMION_FIX', life_cycle_stage: 'TESTING', metadata_valid: true };
      const metadata = { wifi_password: 'open', Tokens: ['a'], schema: { password: { type: 'string' } }, site: 'A' };
      const ports = fakePorts(clock, { answer: () => cold('r', { r: json({ result: { ...device, metadata } }) }) });
      const masked = { wifi_password: '***', Tokens: ['***'], schema: { password: { type: 'string' } }, site: 'A' };
      const answer$ = requestOnce(ports, request(getDevice, { serial: 'LF-01' })).pipe(map((attempt) => attempt.ok && attempt.answer));
      expectObservable(answer$).toBe('(a|)', { a: { result: { ...device, metadata: masked } } });
    }),
  );
});
