/**
 * Converts the whole state to a keyframe of a recording and back (`keyframeOf`, `stateOf`); `foldFrom` creates the state fold of a keyframe for the recorder.
 */

import type { Keyframe, StateFold } from '#streams/recording/eventBlock';
import type { PushedRow } from './deviceData.ts';
import type { DeviceRow } from './fleet.ts';
import { listOf, noRows, writeRows, type Rows } from './persistentRows.ts';
import { reduceLog, type RootState } from './store.ts';

/** The part of a keyframe that does not contain reports of devices. */
export interface KeyframeRest {
  /** Every slice that is plain data. */
  readonly slices: Omit<RootState, 'fleet' | 'deviceData'>;
  readonly deviceData: readonly PushedRow[];
  /** The pushed data of the last tick. If absent, as in recordings of earlier versions, `deviceData` is used instead. */
  readonly dataSnapshot?: DataSnapshot | undefined;
  /** The devices that are not present, by the index of their report, and the instants of their removal. */
  readonly absent: readonly (readonly [index: number, vanishedAt: number | null])[];
  /** The reports in error for which the start of the error is known, by index; absent in recordings of earlier versions. */
  readonly errors?: readonly (readonly [index: number, reportedAt: number, receivedAt: number])[] | undefined;
  /** Number of rows of the newest state; the remaining reports are rows of the last tick that have been replaced since. */
  readonly rowCount: number;
  /** Number of rows of the last tick: each equals the current row with its index, unless it is listed here with the index of another report. */
  readonly snapshotCount: number;
  readonly replaced: readonly (readonly [index: number, report: number])[];
}

/** Rows of the last tick: the first `count` current rows, except those replaced since, which are listed by index. */
interface DataSnapshot {
  readonly count: number;
  readonly replaced: readonly (readonly [index: number, row: PushedRow])[];
}

type KeyframeReport = Keyframe['reports'][number];

const reportOf = ({ serial, reportedAt, receivedAt, state }: DeviceRow): KeyframeReport => ({
  kind: 'device.stateReported',
  serial,
  reportedAt,
  state,
  source: '',
  at: receivedAt,
});

/** Returns the whole state as a keyframe of a recording. */
export function keyframeOf({ fleet, deviceData, ...slices }: RootState): Keyframe {
  const [rows, snapshot] = [listOf(fleet.rows), listOf(fleet.perSecondSnapshot)];
  const pushed = listOf(deviceData.rows);
  const all = [...rows];
  const replaced: [number, number][] = [];
  snapshot.forEach((row, index) => {
    if (row !== rows[index]) replaced.push([index, all.push(row) - 1]);
  });
  const rest: KeyframeRest = {
    slices,
    deviceData: pushed,
    dataSnapshot: dataSnapshotOf(pushed, listOf(deviceData.perSecondSnapshot)),
    absent: all.flatMap(({ isPresent, vanishedAt }, index) => (isPresent ? [] : [[index, vanishedAt] as const])),
    errors: all.flatMap(({ errorBegan }, index) =>
      errorBegan === null ? [] : [[index, errorBegan.reportedAt, errorBegan.receivedAt] as const],
    ),
    rowCount: rows.length,
    snapshotCount: snapshot.length,
    replaced,
  };
  return { reports: all.map(reportOf), rest };
}

const dataSnapshotOf = (rows: readonly PushedRow[], snapshot: readonly PushedRow[]): DataSnapshot => ({
  count: snapshot.length,
  replaced: snapshot.flatMap((row, index) => (row === rows[index] ? [] : [[index, row] as const])),
});

function snapshotOf(rows: readonly PushedRow[], { count, replaced }: DataSnapshot): readonly PushedRow[] {
  const snapshot = rows.slice(0, count);
  for (const [index, row] of replaced) snapshot[index] = row;
  return snapshot;
}

function rowsOf<R extends { readonly serial: string }>(list: readonly R[]): Rows<R> {
  const rows = writeRows<R>(noRows);
  for (const row of list) rows.write(row);
  return rows.sealed();
}

/** Returns the state of a keyframe. Its `rest` must be the output of `keyframeOf`; a foreign file must have been checked first. */
export function stateOf({ reports, rest }: Keyframe): RootState {
  const {
    slices,
    deviceData,
    dataSnapshot = { count: deviceData.length, replaced: [] },
    absent,
    errors = [],
    rowCount,
    snapshotCount,
    replaced,
  } = rest as KeyframeRest;
  const vanished = new Map(absent);
  const began = new Map(errors.map(([index, reportedAt, receivedAt]) => [index, { reportedAt, receivedAt }]));
  const rows = reports.map(({ serial, reportedAt, at, state }, index): DeviceRow => ({
    serial,
    reportedAt,
    receivedAt: at,
    state,
    isPresent: !vanished.has(index),
    vanishedAt: vanished.get(index) ?? null,
    errorBegan: began.get(index) ?? null,
  }));
  const snapshot = rows.slice(0, snapshotCount);
  for (const [index, report] of replaced) {
    const row = rows[report];
    if (row !== undefined) snapshot[index] = row;
  }
  return {
    ...slices,
    deviceData: { rows: rowsOf(deviceData), perSecondSnapshot: rowsOf(snapshotOf(deviceData, dataSnapshot)) },
    fleet: { rows: rowsOf(rows.slice(0, rowCount)), perSecondSnapshot: rowsOf(snapshot) },
  };
}

/** Creates a fold of a log that begins with a keyframe and uses the console's reducers. */
export function foldFrom(keyframe: Keyframe): StateFold {
  let state = stateOf(keyframe);
  return {
    push: (events) => {
      state = reduceLog(state, events);
    },
    keyframe: () => keyframeOf(state),
  };
}
