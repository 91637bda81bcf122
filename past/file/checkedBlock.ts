import type { z } from '#contract/schema';
import { stateFields, stateFieldNames } from '#contract/fleet/stateFields';
import type { FleetEvent } from '#streams/event';
import { DamagedRecording } from '#streams/recording/bytes';
import type { EventBlock, Keyframe } from '#streams/recording/eventBlock';
import { instant, keyframeRest, payloads } from './recordedSchemas.ts';

type Fields = Readonly<Record<string, unknown>>;

const isPossibleInstant = (value: unknown): boolean => instant.safeParse(value).success;

const matches = {
  number: (value: unknown) => typeof value === 'number' && Number.isFinite(value),
  text: (value: unknown) => typeof value === 'string',
  flag: (value: unknown) => typeof value === 'boolean',
  textOrFlag: (value: unknown) => typeof value === 'string' || typeof value === 'boolean',
} as const;

/** Returns whether every known field of a state has its type and the further fields form one text. */
function isState(state: unknown): boolean {
  if (typeof state !== 'object' || state === null) return false;
  const fields: Fields = { ...state };
  if (fields['shape'] !== 'tasks' && fields['shape'] !== 'docks') return false;
  if (fields['other_fields'] != null && !matches.text(fields['other_fields'])) return false;
  return stateFieldNames.every((name) => fields[name] == null || matches[stateFields[name]](fields[name]));
}

const isReport = ({ serial, reportedAt, state }: Fields) => typeof serial === 'string' && isPossibleInstant(reportedAt) && isState(state);

/**
 * Returns an event of a foreign file. Throws `DamagedRecording` for an event of a known kind that the console would not write; an event of an unknown kind does
 * not change the state.
 */
export function checkedEvent(event: FleetEvent): FleetEvent {
  const schema = Object.hasOwn(payloads, event.kind) && event.kind !== 'device.stateReported' ? payloads[event.kind] : undefined;
  const isFine = event.kind === 'device.stateReported' ? isReport({ ...event }) : (schema?.safeParse(event).success ?? true);
  if (!isFine) throw new DamagedRecording('An event of the recording is not what the console writes.');
  return event;
}

const isIndexOf = (index: number | null | undefined, length: number): boolean =>
  Number.isInteger(index) && Number(index) >= 0 && Number(index) < length;

type Counts = z.infer<typeof keyframeRest>;

/** Returns whether every index of a keyframe refers to one of its rows. */
const isWhole = ({ rowCount, snapshotCount, absent, errors, replaced, deviceData, dataSnapshot }: Counts, reports: number): boolean =>
  rowCount <= reports &&
  snapshotCount <= reports &&
  absent.every(([index]) => isIndexOf(index, reports)) &&
  (errors ?? []).every(([index]) => isIndexOf(index, reports)) &&
  replaced.every(([index, report]) => isIndexOf(index, snapshotCount) && isIndexOf(report, reports)) &&
  (dataSnapshot === undefined ||
    (dataSnapshot.count <= deviceData.length && dataSnapshot.replaced.every(([index]) => isIndexOf(index, dataSnapshot.count))));

/** Returns a keyframe of a foreign file with everything that `stateOf` relies on. Throws `DamagedRecording` for any other. */
function checkedKeyframe({ reports, rest }: Keyframe): Keyframe {
  const read = keyframeRest.safeParse(rest);
  const counts = read.data;
  const isFine =
    counts !== undefined &&
    reports.every((report) => isReport({ ...report }) && isPossibleInstant(report.at)) &&
    isWhole(counts, reports.length);
  if (!isFine) throw new DamagedRecording('The state at the begin of a block is not what the console writes.');
  return { reports, rest: counts };
}

/** Returns a block of a foreign file: its keyframe is checked now, each event when it is read. Both checks throw `DamagedRecording`. */
export function checkedBlock(block: EventBlock): EventBlock {
  return {
    ...block,
    keyframe: block.keyframe === null ? null : checkedKeyframe(block.keyframe),
    eventAt: (index) => checkedEvent(block.eventAt(index)),
  };
}
