import { expect, it } from 'vitest';
import { calls } from '#contract/catalogue/calls';
import { auditOutcomeOf, changeTexts, isDone, outcomeText, searchedText, subjectText } from '#domain/people/auditLines';
import { callChoices, callText } from '#domain/text/callLabels';

const recorded = Object.values(calls).filter(({ hasSideEffects, secret }) => hasSideEffects || secret);

it.each(recorded.map(({ name }) => name))('[AUDIT11] %s has a text', (name) => {
  expect(callText(name)).toMatch(/^[A-Z][^{}/_]+$/);
  expect(callText(name)).not.toBe(name);
});

it('[AUDIT11] no two acts have one text, and an act that is unknown stays', () => {
  const labels = callChoices.map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels).toEqual(labels.toSorted());
  expect(callText('POST greenhouses/{id}/water')).toBe('POST greenhouses/{id}/water');
});

it.each([
  [200, true, 'Done'],
  [0, false, 'Not known'],
  [204, true, 'Done'],
  [400, false, 'Invalid'],
  [401, false, 'Not signed in'],
  [403, false, 'Not allowed'],
  [404, false, 'Not found'],
  [409, false, 'Conflict'],
  [429, false, 'Too many attempts'],
  [500, false, 'Failed (500)'],
  [503, false, 'Not available'],
])('[AUDIT11] the status %i: done %s, "%s"', (status, done, text) => {
  expect([isDone({ status }), outcomeText(status)]).toEqual([done, text]);
});

it.each([
  [{ serial: 'LF-0140-23' }, 'Serial: LF-0140-23'],
  [{ serial: 'LF-0140-23', target: 'pi' }, 'Serial: LF-0140-23, Computer: pi'],
  [{ email: 'an@x.example', user_type: 'organisation_user' }, 'Email: an@x.example, User type: organisation user'],
  [{ a: 'de-linde-2', b: '2.8.0' }, 'Map: de-linde-2, Version: 2.8.0'],
  [{}, ''],
  [null, ''],
  [undefined, ''],
])('[AUDIT11] the parameters %j: %s', (params, text) => {
  expect(subjectText({ params })).toBe(text);
});

it('[AUDIT9] a text names what was not searched, and an outcome that is none filters nothing', () => {
  expect(searchedText('2026-03-04T13:05:00Z')).toBe(
    'The newest lines were searched, back to 04/03/2026, 14:05:00. Choose an earlier end to search older ones.',
  );
  expect([searchedText(null), searchedText(undefined), searchedText('')]).toEqual([undefined, undefined, undefined]);
  expect(['done', 'failed', 'other', null].map(auditOutcomeOf)).toEqual(['done', 'failed', undefined, undefined]);
});

it.each<readonly [string, string, string | null, string | null, string]>([
  ['a name, as people wrote it', 'name', 'Alba', 'alba_two', 'Name: Alba → alba_two'],
  ['nothing before', 'address', null, 'Kerkstraat 1', 'Address: - → Kerkstraat 1'],
  ['a word of the wire', 'life_cycle_stage', 'PRODUCTION', 'PRE_DEPLOYMENT', 'Life cycle stage: Production → Pre Deployment'],
  ['a word of the wire in a path', 'doors.pump_mode', 'executing_task', null, 'Doors, pump mode: Executing a task → -'],
  ['a list', 'devices', '["LF-1"]', '["LF-1","LF-2"]', 'Devices: LF-1 → LF-1; LF-2'],
  ['an empty list', 'devices', '["LF-1"]', '[]', 'Devices: LF-1 → -'],
  [
    'a list of objects',
    'revisions',
    '[{"revision_id":"A"}]',
    '[{"revision_id":"A","archived":true},{"revision_id":"B"}]',
    'Revisions: Revision ID: A → Revision ID: A, Archived: Yes; Revision ID: B',
  ],
  ['a list that is cut off', 'revisions', '[{"revision_id":"A"', null, 'Revisions: [{"revision_id":"A" → -'],
  ['a text that only begins like a list', 'note', '[sic] late', '{', 'Note: [sic] late → {'],
])('[AUDITC3] [LABEL1] a change of %s is in the words of people', (_, field, from, to, text) => {
  expect(changeTexts({ changes: [{ field, from, to }] })).toEqual([text]);
});
