import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { errorTransition } from '#server/fleet/ingest/errorTransition';
import { isNewReport } from '#server/fleet/ingest/reportOrder';
import { MAX_HISTORY, MAX_TREATMENTS, emptyBacklog, addReport, mergeFailedWrite } from '#server/fleet/ingest/backlog';
import { readMessage } from '#server/fleet/ingest/readMessage';
import { stateReport } from '#server/fleet/deviceReport';

const NOW = Date.parse('2026-03-04T13:06:00Z');

it('[INGEST1] reading never throws, whatever the topic and the bytes', () => {
  const topic = fc.oneof(fc.string(), fc.constantFrom('devices/A/state', 'devices/A/data', 'devices//state', 'devices/+/state'));
  const json = fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)));
  fc.assert(
    fc.property(
      topic,
      fc.oneof(
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
        json,
      ),
      (where, payload) => {
        expect([true, false]).toContain(readMessage(where, payload, NOW).ok);
      },
    ),
    { numRuns: 2_000 },
  );
});

it.each(['devices/A/state/x', 'devices//state', 'devices/A/command', 'devices/A/B/state', `devices/${'x'.repeat(300)}/state`, 'A/state'])(
  '[INGEST1] %s is no topic of a report',
  (topic) => {
    expect(readMessage(topic, Buffer.from('{}'), NOW)).toEqual({ ok: false, reason: 'topic' });
  },
);

const endless = `2026-03-04T13:05:00.${'0'.repeat(300)}Z`;
it.each([
  ['state', 'time', { time: endless, sequence: 1, state: {} }],
  ['log', 'time', { kind: 'event', time: endless, level: 'info', message: 'x' }],
  ['log', 'timestamp', { kind: 'file', time: '2026-03-04T13:05:00Z', database_id: 'log-1', timestamp: endless }],
])('[INGEST1] [DOOR1] in a %s an instant (%s) with 300 digits behind the point is kept without them: %j', (topic, field, output) => {
  const read = (text: string) => readMessage(`devices/A/${topic}`, Buffer.from(text), NOW);
  const short = '2026-03-04T13:05:00.000Z';
  expect(read(JSON.stringify(output))).toMatchObject({ ok: true, losses: [], message: { [field]: short } });
  expect(read(JSON.stringify(output).replace(endless, '2026-03-04T13:05:00.123456Z'))).toMatchObject({ ok: true, losses: [] });
});

const reported = {
  treatment_id: 't',
  map_id: 'm',
  mission_id: 's',
  treatment_type: 'uv',
  map_version: '1',
  creation_time: '2026-03-04T13:05:00Z',
  start_time: null,
  finish_time: null,
  finish_status: '',
  total_asked: 1,
  total_treated: 0,
  total_failed: 0,
  reached_end: false,
};
const readTreatment = (more: object) => {
  const output = { data_group: 'treatment', time: reported.creation_time, data: { ...reported, ...more } };
  return readMessage('devices/A/data', Buffer.from(JSON.stringify(output)), NOW);
};
it.each([
  ['map_id', 100],
  ['mission_id', 100],
  ['treatment_type', 100],
  ['map_version', 200],
])('[INGEST16] [DOOR2] in a treatment a %s longer than %i characters is left out', (name, most) => {
  const read = (length: number) => readTreatment({ [name]: 'x'.repeat(length) });
  expect(read(most)).toMatchObject({ ok: true, losses: [] });
  for (const length of [most + 1, 6_000]) expect(read(length)).toMatchObject({ ok: true, losses: [{ field: `data.${name}` }] });
});

it('[INGEST1] [INGEST16] a treatment whose id is longer than 100 characters is malformed', () => {
  expect(readTreatment({ treatment_id: 'x'.repeat(100) })).toMatchObject({ ok: true, losses: [] });
  expect(readTreatment({ treatment_id: 'x'.repeat(101) })).toMatchObject({ ok: false, reason: 'malformed' });
});

it.each(['dosage', 'treatment_time'])('[INGEST1] [DOOR2] a %s that two jobs could add up to infinity is left out', (name) => {
  const read = (light: number) => readTreatment({ jobs: [{ job_type: 'uv_treatment', object_id: '1', [name]: light }] });
  expect(read(1_000_000_000)).toMatchObject({ ok: true, losses: [] });
  expect(read(1e308)).toMatchObject({ ok: true, losses: [{ field: `data.jobs[0].${name}` }] });
});

const last = { deviceTime: 1_000_000, sequence: 10, receivedAt: 2_000_000 };
it.each([
  ['the next', { deviceTime: 1_001_000, sequence: 11, receivedAt: 2_001_000 }, true],
  ['the same again', { deviceTime: 1_000_000, sequence: 10, receivedAt: 2_001_000 }, false],
  ['an older one', { deviceTime: 999_000, sequence: 9, receivedAt: 2_001_000 }, false],
  ['the next after the clock was set back', { deviceTime: 500_000, sequence: 11, receivedAt: 2_001_000 }, true],
  ['the first after a restart', { deviceTime: 1_003_000, sequence: 0, receivedAt: 2_003_000 }, true],
  ['an old clock within 15 s', { deviceTime: 5, sequence: 0, receivedAt: 2_015_000 }, false],
  ['an old clock after 15 s of silence', { deviceTime: 5, sequence: 0, receivedAt: 2_015_001 }, true],
])('[INGEST2] %s: news %j is %s', (_name, next, expected) => {
  expect(isNewReport(next, last)).toBe(expected);
});
it('[INGEST2] the first report ever is news', () => {
  expect(isNewReport(last, undefined)).toBe(true);
});

it.each([
  [undefined, { current_state: 'error' }, 'began'],
  [{ current_state: 'executing_task' }, { current_state: 'error' }, 'began'],
  [{ current_state: 'error' }, { current_state: 'error' }, undefined],
  [{ current_state: 'error' }, { current_state: 'waiting_for_task' }, 'ended'],
  [{ state: 'error' }, { state: 'docked' }, 'ended'],
  [{ state: 'docked' }, { state: 'error' }, 'began'],
  [undefined, { current_state: 'waiting_for_task' }, undefined],
])('[INGEST7] from %j to %j: %s', (before, after, kind) => {
  expect(errorTransition('A', before === undefined ? undefined : { state: before }, after, 5)?.kind).toBe(kind);
});

it('[INGEST4] a failed write precedes later data, the newest state wins, and history is bounded', () => {
  const report = (level: number) =>
    stateReport('A', { time: '2026-03-04T13:05:00Z', sequence: level, state: { battery_level: level } }, level);
  const [failed, since] = [emptyBacklog(), emptyBacklog()];
  addReport(failed, report(1), 1);
  addReport(since, report(2), 2);
  const { backlog, lost } = mergeFailedWrite(failed, since);
  expect(backlog.history.map(({ sequence }) => sequence)).toEqual([1, 2]);
  expect([...backlog.newest.values()].map(({ receivedAt }) => receivedAt)).toEqual([2]);
  expect(lost).toBe(0);
  const full = { ...emptyBacklog(), history: Array.from({ length: MAX_HISTORY }, () => report(3)) };
  const over = mergeFailedWrite(failed, full);
  expect(over.lost).toBe(1);
  expect(over.backlog.history).toHaveLength(MAX_HISTORY);
});

it('[INGEST4] [INGEST13] treatments that wait for the database are bounded; those reported first are lost and counted', () => {
  const data = { ...reported, finish_status: '' as const };
  const news = (count: number) => new Map(Array.from({ length: count }, (_, at) => [`A/${at}`, { serial: 'A', receivedAt: at, data }]));
  const newest = new Map([['B/1', { serial: 'B', receivedAt: 1, data }]]);
  const { backlog, lost } = mergeFailedWrite(
    { ...emptyBacklog(), treatments: news(MAX_TREATMENTS) },
    { ...emptyBacklog(), treatments: newest },
  );
  expect(lost).toBe(1);
  expect([backlog.treatments.size, backlog.treatments.has('A/0'), backlog.treatments.has('B/1')]).toEqual([MAX_TREATMENTS, false, true]);
});
