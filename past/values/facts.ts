/** The value that an attribute `data-shows` names, and the fields and events that can change it. */

import { getDeployments } from '#contract/place';
import { dataGroups, type DataGroup } from '#contract/fleet/dataGroup';
import { getErrorOverview, type ErrorPeriod } from '#contract/fleet/machine';
import type { WireState } from '#contract/fleet/state';
import { stateFieldNames, type StateField } from '#contract/fleet/stateFields';
import { activityOf, activityText } from '#domain/devices/activity';
import { deviceStatus, type DeviceStatus } from '#domain/devices/online';
import { otherFieldPath, otherFieldText } from '#domain/devices/otherFields';
import { isPoseField, poseText } from '#domain/devices/pose';
import { nextStateText } from '#domain/devices/nextState';
import { dateTimeText, instantMs } from '#domain/text/dates';
import { type LastSeen, periodSeconds, periodStopText } from '#domain/errorCodes/errorPeriod';
import { durationText } from '#domain/text/duration';
import { keyText, pathText, valueText } from '#domain/text/labels';
import { selectAnswer } from '#state/answers';
import { selectNow } from '#state/clock';
import { selectHolder } from '#state/control';
import { selectDeviceData } from '#state/deviceData';
import { isRowOnline, reportReadAt, selectDevice, type DeviceRow } from '#state/fleet';
import { selectIsFleetKnown } from '#state/health';
import { keyOfView } from '#state/viewRequest';
import { selectDeviceStatus, selectListedDevice, selectLocationName } from '#state/referenceData';
import type { RootState } from '#state/store';
import type { EventKind } from '#streams/event';
import { dataTextOf, type TextOf } from './dataTexts.ts';

/** A value of a device, and the events that can change it. */
export interface Fact {
  /** The fields of the report from which the value is derived. */
  readonly fields: readonly (StateField | 'other_fields')[];
  /** True when every report can change the value, not only one whose fields differ. */
  readonly readsEveryReport?: boolean;
  /** True when the reports of other devices can change the value too. */
  readonly readsEveryDevice?: boolean;
  /** Further kinds of events that can change the value. */
  readonly kinds: readonly EventKind[];
  /** The source of the value in words, if the fields do not identify it. */
  readonly rule?: string;
  /** The value as text; equal texts mean equal values, null means a missing value. */
  readonly textOf: TextOf;
}

const rowOf = (state: RootState, serial: string): DeviceRow | undefined => selectDevice(state, serial);

// Returns the state that the overviews show: undefined for a device that is missing from the newest list.
const listedState = (state: RootState, serial: string) => {
  const row = rowOf(state, serial);
  return row?.isPresent === true ? row.state : undefined;
};

function taskText(state: DeviceRow['state'] | undefined): string | null {
  const activity = activityOf(state);
  return activity.kind === 'unknown' && activity.raw === undefined ? null : activityText(activity);
}

const ACTIVITY: readonly StateField[] = ['current_state', 'current_task', 'error_code', 'state', 'error'];
const LISTS: readonly EventKind[] = ['request.succeeded'];
const textOf = (key: string, value: unknown): string | null => (value == null || value === '' ? null : valueText(key, value));
const percent = (level: number | null | undefined) => (level == null ? null : `${String(level)} %`);

const WORDS: Readonly<Record<DeviceStatus, string>> = { online: 'Online', offline: 'Offline', unknown: 'Unknown' };

/** The values that are more than a plain field of a report. */
const derived: Readonly<Record<string, Fact>> = {
  online: {
    fields: [],
    readsEveryReport: true,
    readsEveryDevice: true,
    kinds: ['request.succeeded', 'request.unchanged', 'clock.ticked', 'clock.offsetMeasured', 'page.offline', 'page.online'],
    rule: 'Online while the device is in the newest list and its last report is under 30 s old or cannot be read; unknown while no report of any device comes.',
    textOf: (state, serial) => {
      const row = rowOf(state, serial);
      if (row === undefined) return null;
      return WORDS[deviceStatus(selectIsFleetKnown(state), isRowOnline(row, selectNow(state)))];
    },
  },
  live: {
    fields: [],
    readsEveryDevice: true,
    kinds: [...LISTS, 'request.unchanged', 'clock.ticked', 'page.offline', 'page.online'],
    rule: 'Online while the device is in the newest list of reports, or its record says so; unknown while no report of any device comes.',
    textOf: (state, serial) => {
      if (rowOf(state, serial) === undefined && selectListedDevice(state, serial) === undefined) return null;
      const status = selectDeviceStatus(state, serial);
      return status === 'offline' ? 'Device is not online' : WORDS[status];
    },
  },
  task: { fields: ACTIVITY, kinds: [], textOf: (state, serial) => taskText(listedState(state, serial)) },
  activity: { fields: ACTIVITY, kinds: [], textOf: (state, serial) => taskText(rowOf(state, serial)?.state) },
  battery: { fields: ['battery_level'], kinds: [], textOf: (state, serial) => percent(listedState(state, serial)?.battery_level) },
  battery_level: { fields: ['battery_level'], kinds: [], textOf: (state, serial) => percent(rowOf(state, serial)?.state.battery_level) },
  control: {
    fields: ['controller', 'controller_name', 'controller_since'],
    kinds: [],
    textOf: (state, serial) => (rowOf(state, serial) === undefined ? null : (selectHolder(state, serial) ?? 'Nobody')),
  },
  reported: {
    fields: [],
    readsEveryReport: true,
    kinds: [],
    rule: 'The time at which the server received the newest report that can be read.',
    textOf: (state, serial) => {
      const readAt = reportReadAt(rowOf(state, serial));
      return readAt === null ? null : dateTimeText(readAt);
    },
  },
  name: {
    fields: [],
    kinds: LISTS,
    rule: 'From the record of the device.',
    textOf: (state, serial) => selectListedDevice(state, serial)?.name ?? null,
  },
  type: {
    fields: [],
    kinds: LISTS,
    rule: 'From the record of the device.',
    textOf: (state, serial) => selectListedDevice(state, serial)?.device_type ?? null,
  },
  location: {
    fields: [],
    kinds: LISTS,
    rule: 'From the open deployment of the device and the list of locations.',
    // The record of a device contains its deployment too; the history has no other source for it.
    textOf: (state, serial) => {
      const isKnown = selectAnswer(state, getDeployments) !== undefined || selectListedDevice(state, serial)?.active_deployment != null;
      return isKnown ? selectLocationName(state, serial) : null;
    },
  },
};

const fieldFact = (field: StateField): Fact => ({
  fields: [field],
  kinds: [],
  textOf: (state, serial) => {
    const reported: WireState | undefined = rowOf(state, serial)?.state;
    const value = reported?.[field];
    return typeof value === 'number' && isPoseField(field) ? poseText(field, value) : textOf(field, value);
  },
});

const otherFact = (path: readonly string[]): Fact => ({
  fields: ['other_fields'],
  kinds: [],
  rule: `As the device reports it: ${pathText(path)}.`,
  textOf: (state, serial) => otherFieldText(rowOf(state, serial)?.state.other_fields, path),
});

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

// Returns the fact of a value in a data group: `sw_version.sw_version.software_version`.
function dataFact(group: DataGroup, path: readonly string[]): Fact {
  const name = [group, ...path].join('.');
  const sent: TextOf = (state, serial) => textOf(path.at(-1) ?? '', path.reduce<unknown>(memberOf, selectDeviceData(state, serial, group)));
  return {
    fields: [],
    kinds: ['device.dataReported', 'request.succeeded', 'request.unchanged'],
    rule: `From the data group ${keyText(group)}: ${pathText(path)}.`,
    textOf: dataTextOf(name) ?? sent,
  };
}

/** Length of the past for which the device detail shows error periods, in hours. Source: CONST-014. */
const ERROR_HOURS = '48';

/** The shown fields of an error period. */
const periodTexts: Readonly<Record<string, (period: ErrorPeriod, seen: LastSeen) => string | null>> = {
  start_time: ({ start_time }) => dateTimeText(instantMs(start_time)),
  stop_time: periodStopText,
  duration_seconds: (period, seen) => durationText(periodSeconds(period, seen)),
  next_state: ({ next_state }) => nextStateText(next_state),
};

/** Returns whether a device is known to be disconnected, and its last report, in ms since epoch. */
const lastSeen = (state: RootState, serial: string): LastSeen => ({
  isAway: selectDeviceStatus(state, serial) === 'offline',
  reportedAt: reportReadAt(selectDevice(state, serial)) ?? instantMs(selectListedDevice(state, serial)?.last_seen),
});

// Returns the fact of a field of an error period, named by the period's start: `error_overview.2026-11-22T02:40:17.000Z.stop_time`.
function periodFact(start: string, field: string): Fact | null {
  const text = Object.hasOwn(periodTexts, field) ? periodTexts[field] : undefined;
  if (text === undefined) return null;
  return {
    fields: [],
    kinds: LISTS,
    rule: `From the periods in state error of the last ${ERROR_HOURS} hours: ${keyText(field)}.`,
    textOf: (state, serial) => {
      const known = selectAnswer(state, getErrorOverview, keyOfView(getErrorOverview, { serial, hours: ERROR_HOURS }));
      const period = known?.result.find(({ start_time }) => start_time === start);
      return period === undefined ? null : text(period, lastSeen(state, serial));
    },
  };
}

const PERIOD = /^error_overview\.(.+)\.([a-z_]+)$/;

const isGroup = (name: string): name is DataGroup => Object.hasOwn(dataGroups, name);

/**
 * Returns the fact that an attribute `data-shows` names: a derived value, a field of the report, `group.path` in a data group, or a field of an
 * error period; null for anything else.
 */
export function factOf(name: string): Fact | null {
  const known = Object.hasOwn(derived, name) ? derived[name] : undefined;
  if (known !== undefined) return known;
  const field = stateFieldNames.find((one) => one === name);
  if (field !== undefined) return fieldFact(field);
  const other = otherFieldPath(name);
  if (other !== null) return otherFact(other);
  const [, start, part] = PERIOD.exec(name) ?? [];
  if (start !== undefined && part !== undefined) return periodFact(start, part);
  const [group = '', ...path] = name.split('.');
  return isGroup(group) ? dataFact(group, path) : null;
}
