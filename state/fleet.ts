/** The slice of the fleet: the newest report per device (`DeviceRow`: `reportedAt`, `state`, `isPresent`), current and as of the last tick. */

import { RAW_STATE_CALL } from '#contract/fleet/rawState';
import { hasContent, type ReportedState } from '#contract/fleet/reportedState';
import { isOnline } from '#domain/devices/online';
import { isInError } from '#domain/devices/treating';
import type { FleetEvent } from '#streams/event';
import { noRows, rowOf, writeRows, type Rows, type RowsWriter } from './persistentRows.ts';

/** The newest known state of one device. Instants are in ms since epoch. */
export interface DeviceRow {
  readonly serial: string;
  /** Instant at which the server received the report. */
  readonly reportedAt: number;
  /** Instant at which the console received the report. */
  readonly receivedAt: number;
  readonly state: ReportedState;
  /** False while the device is missing from the newest list; `state` is then the last known state. */
  readonly isPresent: boolean;
  /** Instant at which the console found the device missing from the list; null while it is listed. */
  readonly vanishedAt: number | null;
  /** The first report of the current error; null if there is no error, or if the first readable report was already in error. */
  readonly errorBegan: Pick<DeviceRow, 'reportedAt' | 'receivedAt'> | null;
}

/** The newest state of every device that ever reported, and a snapshot of these states as of the last tick. */
export interface FleetState {
  readonly rows: Rows<DeviceRow>;
  /** Snapshot for lists of all devices, so that they are recomputed once a second instead of per frame. */
  readonly perSecondSnapshot: Rows<DeviceRow>;
}

export const initialFleet: FleetState = { rows: noRows, perSecondSnapshot: noRows };

type Report = Extract<FleetEvent, { kind: 'device.stateReported' }>;

/**
 * Returns the first report of the error that a report shows, given the previous row; null if that row was unreadable and thus does not show when the error
 * began. Source: SINCE3.
 */
function errorBegin(known: DeviceRow | undefined, { reportedAt, at, state }: Report): DeviceRow['errorBegan'] {
  if (known === undefined || !hasContent(known.state) || !isInError(state)) return null;
  return isInError(known.state) ? known.errorBegan : { reportedAt, receivedAt: at };
}

// Every row is a copy of this one. V8 allocates the objects of a literal in the old generation once it has seen that most of them survive, as the first rows of
// a fleet do. Every replaced row would then remain, with its report, until the next full garbage collection.
const blank: DeviceRow = {
  serial: '',
  reportedAt: NaN,
  receivedAt: NaN,
  state: { shape: 'tasks' },
  isPresent: true,
  vanishedAt: null,
  errorBegan: null,
};

// A report replaces the row without comparison: `newestPer` keeps stale reports out of the log.
function report(rows: RowsWriter<DeviceRow>, event: Report): void {
  const { serial, reportedAt, at, state, source } = event;
  rows.change(serial, (known) => {
    // `raw_state` also returns removed devices, so it does not prove presence.
    const isPresent = source !== RAW_STATE_CALL || known?.isPresent === true;
    const vanishedAt = isPresent ? null : (known?.vanishedAt ?? null);
    return { ...blank, serial, reportedAt, receivedAt: at, state, isPresent, vanishedAt, errorBegan: errorBegin(known, event) };
  });
}

function vanish(rows: RowsWriter<DeviceRow>, serial: string, at: number): void {
  const known = rows.read(serial);
  if (known?.isPresent === true) rows.write({ ...known, isPresent: false, vanishedAt: at });
}

/** Folds a batch into the fleet. Pure; rows of devices that are not in the batch keep their identity. */
export function reduceFleet(fleet: FleetState, events: readonly FleetEvent[]): FleetState {
  let { perSecondSnapshot } = fleet;
  let rows = writeRows(fleet.rows);
  for (const event of events) {
    if (event.kind === 'device.stateReported') report(rows, event);
    else if (event.kind === 'device.removed') vanish(rows, event.serial, event.at);
    else if (event.kind === 'clock.ticked') {
      perSecondSnapshot = rows.sealed();
      rows = writeRows(perSecondSnapshot);
    } else if (event.kind === 'session.closed') {
      perSecondSnapshot = noRows;
      rows = writeRows<DeviceRow>(noRows);
    }
  }
  const sealed = rows.sealed();
  return sealed === fleet.rows && perSecondSnapshot === fleet.perSecondSnapshot ? fleet : { rows: sealed, perSecondSnapshot };
}

interface WithFleet {
  readonly fleet: FleetState;
}

/** Selects the newest row of a device; undefined if it has never reported. */
export const selectDevice = (s: WithFleet, serial: string): DeviceRow | undefined => rowOf(s.fleet.rows, serial);

/**
 * Returns the instant at which the server received the newest report of a device, in ms since epoch; null if no report of the device was readable. Source:
 * CONN5, CONN9.
 */
export const reportReadAt = (row: DeviceRow | undefined): number | null =>
  row !== undefined && hasContent(row.state) ? row.reportedAt : null;

/**
 * Returns whether the fleet overviews show a device as online: it is in the newest list, and its last report is under 30 s old. If none of its reports was
 * readable, only the list decides: equal unreadable reports are received only once, so their age has no meaning. Source: RULE-030, CONN9.
 */
export function isRowOnline(row: DeviceRow | undefined, now: number): boolean {
  if (row?.isPresent !== true) return false;
  const readAt = reportReadAt(row);
  return readAt === null || isOnline(readAt, now);
}
