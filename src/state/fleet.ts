import { getRawState } from '#contract/machine';
import type { ReportedState } from '#contract/state';
import type { FleetEvent } from '#streams/event';
import { noRows, rowOf, writeRows, type Rows, type RowsWriter } from './rows.ts';

/** The newest known state of one device. Instants in ms since epoch. */
export interface DeviceRow {
  readonly serial: string;
  /** When the server received the report. */
  readonly reportedAt: number;
  /** When the console learned it. */
  readonly receivedAt: number;
  readonly state: ReportedState;
  /** False once the device is missing from the newest list: `state` is then only what was known last. */
  readonly isPresent: boolean;
  /** When the console learned that it is missing; null while it is not. */
  readonly vanishedAt: number | null;
}

/** Every device that ever reported: as known now, and as it was at the last tick of the log's clock. */
export interface FleetState {
  readonly rows: Rows<DeviceRow>;
  /** Lists of all devices read this one, so that they are made anew once a second and not once a frame. */
  readonly perSecondSnapshot: Rows<DeviceRow>;
}

export const initialFleet: FleetState = { rows: noRows, perSecondSnapshot: noRows };

type Report = Extract<FleetEvent, { kind: 'device.stateReported' }>;

// The newest wins without a comparison: `newestPer` lets no stale report into the log.
function report(rows: RowsWriter<DeviceRow>, { serial, reportedAt, at, state, source }: Report): void {
  rows.change(serial, (known) => {
    // `raw_state` also answers for devices that are gone, so it does not prove presence.
    const isPresent = source !== getRawState.name || known?.isPresent === true;
    return { serial, reportedAt, receivedAt: at, state, isPresent, vanishedAt: isPresent ? null : (known?.vanishedAt ?? null) };
  });
}

function vanish(rows: RowsWriter<DeviceRow>, serial: string, at: number): void {
  const known = rows.read(serial);
  if (known?.isPresent === true) rows.write({ ...known, isPresent: false, vanishedAt: at });
}

/** Folds a batch into the fleet. Pure; devices that a batch does not name keep their identity. */
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

/** The newest row of a device; undefined when it never reported. */
export const selectDevice = (s: WithFleet, serial: string): DeviceRow | undefined => rowOf(s.fleet.rows, serial);
