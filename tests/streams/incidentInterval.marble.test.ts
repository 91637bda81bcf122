import { getIncident, getIncidentErrorCodes, getIncidents, getIncidentsOfMachine, getIncidentsOfMap } from '#contract/incident';
import { queryStream } from '#streams/query/queryStream';
import { everyMsOf } from '#streams/query/pollIntervals';
import type { QueryIntent } from '#streams/intent';
import { expect, it } from 'vitest';
import { aReply, fakePorts, json } from '../support/fakePorts.ts';
import { request } from '../support/fleetLogOf.ts';
import { marbles } from '../support/marbles.ts';

it.each([
  ['[LIVE-019] [CONST-027]', getIncidents],
  ['[LIVE-020] [CONST-028]', getIncidentErrorCodes],
  ['[LIVE-020] [CONST-028]', getIncidentsOfMachine],
  ['[LIVE-020] [CONST-028]', getIncidentsOfMap],
  ['[LIVE-021] [CONST-026]', getIncident],
])('%s %# is asked every 3 s', (_, call) => {
  expect(everyMsOf(call)).toBe(3_000);
});

it(
  '[LIVE-021] [LIVE-022] [CONST-031] [CALL-075] the detail is asked 3 s after an answer and 6 s after a failure, until it is left',
  marbles(({ cold, hot, expectSubscriptions, clock, flush }) => {
    const asked = request(getIncident, { id: 'i-1' });
    const everyMs = everyMsOf(getIncident);
    const opened: QueryIntent = { kind: 'query.subscribed', request: asked, everyMs };
    const closed: QueryIntent = { kind: 'query.unsubscribed', request: asked, everyMs };
    const good = () => cold('(r|)', { r: json({ incident: null }) });
    const bad = () => cold('(r|)', { r: aReply({ status: 500, text: '' }) });
    const answers = [good(), bad(), good(), good()];
    const ports = fakePorts(clock, { answer: (_, number) => answers[number] ?? cold('-') });
    const intents$ = hot('o 12499ms c', { o: opened, c: closed });
    queryStream(ports, asked, intents$, () => undefined).subscribe();
    flush();
    const [first, second, third, fourth] = answers.map(({ subscriptions }) => subscriptions);
    expectSubscriptions(first ?? []).toBe('(^!)');
    expectSubscriptions(second ?? []).toBe('3s (^!)');
    expectSubscriptions(third ?? []).toBe('9s (^!)');
    expectSubscriptions(fourth ?? []).toBe('12s (^!)');
    expect(ports.asked).toHaveLength(4);
  }),
);
