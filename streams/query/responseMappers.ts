/** The table of response mappers: the conversion of the responses of each call to device events. */

import type { Call } from '#contract/call';
import { dataGroups } from '#contract/fleet/dataGroup';
import { getErrorCodes } from '#contract/errorCode';
import { getMachines, getRawState } from '#contract/fleet/machine';
import type { z } from '#contract/schema';
import type { DataFrame } from '#contract/fleet/socket';
import { keptState, tagState } from '#contract/fleet/reportedState';
import type { DeviceState } from '#contract/fleet/state';
import type { ErrorCatalogue } from '#domain/errorCodes/errorCode';
import type { EventPayload } from '../event.ts';
import { isDeviceState, isFields } from '../parse/guard.ts';
import { parseInstantMs } from '../parse/instantMs.ts';
import { masked } from '../parse/mask.ts';
import { readTolerant } from '../parse/readTolerant.ts';

type Params = Readonly<Record<string, string>>;

/** A parsed response (null if it is not kept), its device events, and the number of unreadable list items and fields. */
interface Reading {
  readonly answer: unknown;
  readonly deviceEvents: readonly EventPayload[];
  readonly unread: number;
  /** The number of rows on a page of a list, including unreadable ones. */
  readonly rowCount?: number;
}

/** The conversion of the responses of one call to events. */
export interface ResponseMapper {
  readonly call: string;
  /** True if the response lists every device, so that a device missing from it is removed. */
  readonly listsAllDevices: boolean;
  /** False if the device events contain the whole content, so that the response itself is not kept in the log. */
  readonly keepsAnswer: boolean;
  /** True for a response so long that a worker parses it if one is available. */
  readonly isLong: boolean;
  /** Parses a response; null when it does not match the contract. */
  readonly read: (json: unknown, params: Params) => Reading | null;
}

/** Returns the number of rows on a page of a list; an empty object for any other response. */
const rowsOf = (json: unknown): Pick<Reading, 'rowCount'> =>
  isFields(json) && Array.isArray(json.results) ? { rowCount: json.results.length } : {};

/** Creates the mapper of a call from a function that returns the device events in a response. */
function mapResponse<Answer extends z.ZodMiniType>(
  of: { readonly name: string; readonly answer: Answer },
  toDeviceEvents: (answer: z.output<Answer>, params: Params) => readonly EventPayload[],
  { listsAllDevices = false, keepsAnswer = true } = {},
): ResponseMapper {
  const read = (json: unknown, params: Params): Reading | null => {
    const reading = readTolerant(of.answer, json);
    if (reading === null) return null;
    const deviceEvents = toDeviceEvents(reading.value, params);
    return { answer: keepsAnswer ? reading.value : null, deviceEvents, unread: reading.unreadCount, ...rowsOf(json) };
  };
  return { call: of.name, listsAllDevices, keepsAnswer, isLong: false, read };
}

const reported = (serial: string, { timestamp, state }: Pick<DeviceState, 'timestamp' | 'state'>): EventPayload => ({
  kind: 'device.stateReported',
  serial,
  reportedAt: parseInstantMs(timestamp),
  state: tagState(keptState(state, masked)),
});

const machines = mapResponse(getMachines, ({ result }) => Object.entries(result).map(([serial, state]) => reported(serial, state)), {
  listsAllDevices: true,
  keepsAnswer: false,
});

// Ten thousand entries arrive every few seconds, and the guard is a dozen times faster than the schema, which parses the response only if the guard rejects an
// entry.
function readMachines(json: unknown, params: Params): Reading | null {
  const entries = isFields(json) && isFields(json.result) ? Object.entries(json.result) : [];
  const deviceEvents: EventPayload[] = [];
  for (const [serial, entry] of entries) if (isDeviceState(entry)) deviceEvents.push(reported(serial, entry));
  if (deviceEvents.length > 0 && deviceEvents.length === entries.length) return { answer: null, deviceEvents, unread: 0 };
  const reading = machines.read(json, params);
  if (reading === null) return null;
  // Only connected devices have an entry, so even an unreadable entry proves that its device is connected.
  const isRead = new Set(reading.deviceEvents.map((event) => 'serial' in event && event.serial));
  const unread = entries.flatMap(([serial]) => (isRead.has(serial) ? [] : [reported(serial, { timestamp: '', state: {} })]));
  return { ...reading, deviceEvents: [...reading.deviceEvents, ...unread] };
}

/** Returns the languages of a code whose text is neither a string nor missing; '' if the description itself is not an object. */
function unreadLanguages(code: unknown): readonly string[] {
  const description = isFields(code) ? code['description'] : undefined;
  if (!isFields(description)) return description == null ? [] : [''];
  return Object.entries(description).flatMap(([language, text]) => (text == null || typeof text === 'string' ? [] : [language]));
}

// An unreadable text is omitted, as in all responses. Its language is listed in `unread`, because saving a code replaces all its texts.
function readErrorCodes(json: unknown): Reading | null {
  const reading = readTolerant(getErrorCodes.answer, json);
  if (reading === null) return null;
  const { value, unreadCount } = reading;
  const written = isFields(json) && isFields(json['error_codes']) && unreadCount > 0 ? json['error_codes'] : {};
  const error_codes = Object.fromEntries(
    Object.entries(value.error_codes).map(([code, texts]): [string, ErrorCatalogue[string]] => {
      const unread = Object.hasOwn(written, code) ? unreadLanguages(written[code]) : [];
      return [code, unread.length === 0 ? texts : { ...texts, unread }];
    }),
  );
  return { answer: { ...value, error_codes }, deviceEvents: [], unread: unreadCount };
}

const serialOf = (params: Params) => params['serial'] ?? '';

/** The calls whose responses need their own mapper. Poll and push of one value become the same event. Source: GAP-26, LIVE-007, LIVE-008. */
const responseMappers: readonly ResponseMapper[] = [
  { ...machines, isLong: true, read: readMachines },
  { ...mapResponse(getErrorCodes, () => []), read: readErrorCodes },
  mapResponse(getRawState, (answer, params) => [reported(serialOf(params), answer)]),
  ...Object.values(dataGroups).map(({ name, call }) =>
    mapResponse<z.ZodMiniType<DataFrame['data']>>(call, (data, params) => [
      { kind: 'device.dataReported', serial: serialOf(params), data_group: name, data },
    ]),
  ),
];

const mapperByCall = new Map(responseMappers.map((mapper) => [mapper.call, mapper]));

/** Returns the mapper of a call; by default a mapper without device events that keeps the response. */
export function responseMapperOf(call: Call): ResponseMapper {
  return mapperByCall.get(call.name) ?? mapResponse(call, () => []);
}
