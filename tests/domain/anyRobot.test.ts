import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { tagState } from '#contract/fleet/reportedState';
import { activityOf } from '#domain/devices/activity';
import { batteryOf } from '#domain/devices/battery';
import { isInError, isTreating } from '#domain/devices/treating';
import { dottedVersion, partsOf, usableVersion } from '#domain/places/mapVersion';
import { failedJobs, laneStates } from '#domain/treatments/jobs';
import { laneJobs } from '#domain/treatments/laneJobs';
import { laneLight } from '#domain/treatments/laneLight';
import { startOf } from '#domain/treatments/startTime';
import { readMessage } from '#server/fleet/ingest/readMessage';
import { anyId, anyJobs, anyState, anyVersion } from '../otherRobots/anyRobot.ts';
import { treatmentCounts } from '#domain/treatments/laneCounts';

const NOW = Date.parse('2026-03-04T13:06:00Z');
const time = '2026-03-04T13:05:00Z';
const RUNS = { numRuns: 500 };
const isErrorWord = (text: string | null | undefined) => (text ?? '').trim().toLowerCase() === 'error';

it('[MAKER12] whatever its words, a robot in error is so for the screen, the count and the list, and no other one is', () => {
  fc.assert(
    fc.property(anyState, fc.constantFrom('LUMION_FIX', 'DIV01', 'KOMPANO', 'NEVEL_2', ''), (sent, type) => {
      const state = tagState({ ...sent });
      const activity = activityOf(state);
      expect(isInError(state)).toBe(isErrorWord(sent.current_state) || isErrorWord(sent.state));
      expect(activity.kind === 'error').toBe(isInError(state));
      expect(activity.label.trim()).not.toBe('');
      expect(isInError(state) && isTreating(type, state, true)).toBe(false);
    }),
    RUNS,
  );
});

it('[MAKER12] a battery is within 0 and 100 %, or unknown', () => {
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.constant(null)), (level) => {
      const { level: shown } = batteryOf(level);
      expect(shown === null || (shown >= 0 && shown <= 100)).toBe(true);
    }),
    RUNS,
  );
});

it('[MAKER12] of any jobs no more lanes are treated and failed than asked for, and each failed job is one of them', () => {
  fc.assert(
    fc.property(anyJobs, fc.option(fc.uniqueArray(anyId, { maxLength: 20 }), { nil: undefined }), (jobs, plan) => {
      const lanes = plan === undefined ? undefined : new Set(plan);
      const counts = treatmentCounts(jobs, lanes);
      expect(counts.total_treated + counts.total_failed).toBeLessThanOrEqual(counts.total_asked);
      expect(counts.total_asked).toBeLessThanOrEqual(jobs.length);
      expect(laneJobs(jobs, lanes).every((one) => jobs.includes(one))).toBe(true);
      expect(failedJobs(jobs).every((one) => jobs.includes(one))).toBe(true);
      expect(laneStates(jobs).size).toBeLessThanOrEqual(jobs.length);
      for (const of of ['treatment_time', 'dosage'] as const)
        expect([...laneLight(jobs, of).values()].every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
    }),
    RUNS,
  );
});

it('[MAKER12] any version can be asked for: it is neither empty nor has a part -1, and a legal one stays what it is', () => {
  fc.assert(
    fc.property(anyVersion, (given) => {
      const { version, warning } = usableVersion(given);
      expect(version.split('.')).not.toContain('-1');
      expect(warning === null && given !== '' ? version : dottedVersion(given)).toBe(dottedVersion(given));
      expect(partsOf(given) === null).toBe(given.split('#').length !== 9);
    }),
    RUNS,
  );
});

it('[MAKER12] a treatment of any jobs begins at a time, or is not known to', () => {
  fc.assert(
    fc.property(anyJobs, fc.option(fc.constant(time), { nil: null }), (jobs, start_time) => {
      const { at } = startOf({ creation_time: time, start_time, jobs });
      expect(at === null || Number.isFinite(at)).toBe(true);
    }),
    RUNS,
  );
});

it('[MAKER12] at the door no word, unit or unknown field costs a state or a treatment', () => {
  fc.assert(
    fc.property(anyState, anyJobs, anyId, anyVersion, (state, jobs, treatment_id, map_version) => {
      const sent = readMessage('devices/A/state', Buffer.from(JSON.stringify({ time, sequence: 1, state })), NOW);
      expect(sent).toMatchObject({ ok: true, losses: [] });
      const data = { treatment_id, map_id: 'm', map_version, creation_time: time, finish_status: 'aborted', jobs };
      const message = { data_group: 'treatment', time, data };
      const read = readMessage('devices/A/data', Buffer.from(JSON.stringify(message)), NOW);
      expect(read).toMatchObject({ ok: true, message: { data: { jobs: { length: jobs.length } } } });
    }),
    RUNS,
  );
});
