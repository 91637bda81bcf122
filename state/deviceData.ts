/** The slice of data groups: the newest push per device (`sw_version`, `map_data` and so on); selects the newer of push and response. */

import type { AnswerOf } from '#contract/call';
import { dataGroups, type DataGroup } from '#contract/fleet/dataGroup';
import type { DataFrame } from '#contract/fleet/socket';
import { keyOf, type EventOf, type FleetEvent } from '#streams/event';
import type { AnswersState } from './answers.ts';
import { exceptStateReports } from './events.ts';
import { matchesSchema } from './matchesSchema.ts';
import { noRows, rowOf, writeRows, type Rows, type RowsWriter } from './persistentRows.ts';

/** The newest push of one data group of a device, and when it was received (ms since epoch). */
interface Pushed {
  readonly data: DataFrame['data'];
  readonly at: number;
}

/** The newest pushes of one device, by group. */
export interface PushedRow {
  readonly serial: string;
  readonly groups: { readonly [Group in DataGroup]?: Pushed };
}

/** The newest pushes of every device, and a snapshot of them as of the last tick. */
export interface DeviceDataState {
  readonly rows: Rows<PushedRow>;
  /** Snapshot for lists of all devices: in a large fleet every frame contains a push. */
  readonly perSecondSnapshot: Rows<PushedRow>;
}

export const initialDeviceData: DeviceDataState = { rows: noRows, perSecondSnapshot: noRows };

/** Folds a batch into the pushed data. */
export function reduceDeviceData(pushed: DeviceDataState, events: readonly FleetEvent[]): DeviceDataState {
  const others = exceptStateReports(events);
  if (others.length === 0) return pushed;
  let { perSecondSnapshot } = pushed;
  let rows = writeRows(pushed.rows);
  for (const event of others) {
    if (event.kind === 'device.dataReported') report(rows, event);
    else if (event.kind === 'clock.ticked') {
      perSecondSnapshot = rows.sealed();
      rows = writeRows(perSecondSnapshot);
    } else if (event.kind === 'session.closed') {
      perSecondSnapshot = noRows;
      rows = writeRows<PushedRow>(noRows);
    }
  }
  const sealed = rows.sealed();
  return sealed === pushed.rows && perSecondSnapshot === pushed.perSecondSnapshot ? pushed : { rows: sealed, perSecondSnapshot };
}

function report(rows: RowsWriter<PushedRow>, { serial, data_group, data, at }: EventOf<'device.dataReported'>): void {
  rows.write({ serial, groups: { ...rows.read(serial)?.groups, [data_group]: { data, at } } });
}

/** The type of the data of one group. */
export type DataOf<Group extends DataGroup> = AnswerOf<(typeof dataGroups)[Group]['call']>;

interface WithDeviceData {
  readonly answers: AnswersState;
  readonly deviceData: DeviceDataState;
}

/** Selects when the newest data of a group was received, by push or response (ms since epoch); undefined until then. */
export function selectDeviceDataAt(s: WithDeviceData, serial: string, group: DataGroup): number | undefined {
  const pushedAt = rowOf(s.deviceData.rows, serial)?.groups[group]?.at;
  const answeredAt = s.answers[keyOfData(serial, group)]?.confirmedAt;
  return pushedAt === undefined || answeredAt === undefined ? (pushedAt ?? answeredAt) : Math.max(pushedAt, answeredAt);
}

/** Selects the newest data of a group, from push or response; undefined until there is one. */
export function selectDeviceData<Group extends DataGroup>(s: WithDeviceData, serial: string, group: Group): DataOf<Group> | undefined {
  const pushed = rowOf(s.deviceData.rows, serial)?.groups[group];
  const answered = s.answers[keyOfData(serial, group)];
  const isPushed = pushed !== undefined && pushed.at >= (answered?.confirmedAt ?? -Infinity);
  const newest: unknown = isPushed ? pushed.data : answered?.answer;
  return newest !== undefined && isData(group, newest) ? newest : undefined;
}

/** Returns one group of a row of pushed data; undefined until the group has been pushed. */
export function dataIn<Group extends DataGroup>(row: PushedRow | undefined, group: Group): DataOf<Group> | undefined {
  const data: unknown = row?.groups[group]?.data;
  return data !== undefined && isData(group, data) ? data : undefined;
}

function isData<Group extends DataGroup>(group: Group, data: unknown): data is DataOf<Group> {
  return matchesSchema(dataGroups[group].call.answer, data);
}

function keyOfData(serial: string, group: DataGroup): string {
  return keyOf({ call: dataGroups[group].call.name, params: { serial }, query: {} });
}
