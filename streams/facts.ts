import type { Call } from '#contract/call';
import { getActiveTreatment, getMachines, getMapData, getRawState, getSimInfo, getStateData, getSwVersion } from '#contract/machine';
import type { z } from '#contract/schema';
import { tagState, type DeviceState } from '#contract/state';
import type { News } from './event.ts';
import { isDeviceState, isFields } from './guard.ts';
import { instantMs } from './instantMs.ts';
import { readTolerant } from './readTolerant.ts';

type Params = Readonly<Record<string, string>>;

/** A parsed answer, null where it is not kept, the facts it states, and how many items of its lists could not be read. */
interface Reading {
  readonly answer: unknown;
  readonly facts: readonly News[];
  readonly unread: number;
}

/** What the streams do with the answers of one call. */
export interface FactRow {
  readonly call: string;
  /** True when the answer names every device there is: one that is missing has vanished. */
  readonly complete: boolean;
  /** False when the facts say all there is to say, so that the answer itself stays out of the log. */
  readonly keepsAnswer: boolean;
  /** True for an answer so long that it is read away from the page where that can be. */
  readonly isLong: boolean;
  /** Parses; null when the answer is not of the contract's shape. */
  readonly read: (json: unknown, params: Params) => Reading | null;
}

/** Declares what the answers of a call state about devices. */
function fact<Answer extends z.ZodType>(
  of: { readonly name: string; readonly answer: Answer },
  toFacts: (answer: z.output<Answer>, params: Params) => readonly News[],
  { complete = false, keepsAnswer = true } = {},
): FactRow {
  const read = (json: unknown, params: Params): Reading | null => {
    const reading = readTolerant(of.answer, json);
    if (reading === null) return null;
    return { answer: keepsAnswer ? reading.value : null, facts: toFacts(reading.value, params), unread: reading.unreadCount };
  };
  return { call: of.name, complete, keepsAnswer, isLong: false, read };
}

const reported = (serial: string, { timestamp, state }: Pick<DeviceState, 'timestamp' | 'state'>): News => ({
  kind: 'device.stateReported',
  serial,
  reportedAt: instantMs(timestamp),
  state: tagState(state),
});

const machines = fact(getMachines, ({ result }) => Object.entries(result).map(([serial, state]) => reported(serial, state)), {
  complete: true,
  keepsAnswer: false,
});

// Ten thousand entries every few seconds: the guard reads them a dozen times faster than the schema, which decides wherever the guard hesitates.
function readMachines(json: unknown, params: Params): Reading | null {
  const entries = isFields(json) && isFields(json.result) ? Object.entries(json.result) : [];
  const facts: News[] = [];
  for (const [serial, entry] of entries) if (isDeviceState(entry)) facts.push(reported(serial, entry));
  return facts.length > 0 && facts.length === entries.length ? { answer: null, facts, unread: 0 } : machines.read(json, params);
}

const serialOf = (params: Params) => params['serial'] ?? '';

/** The calls whose answers state facts. A poll and a push of one thing are the same fact. Source: GAP-26, LIVE-007, LIVE-008. */
const factRows: readonly FactRow[] = [
  { ...machines, isLong: true, read: readMachines },
  fact(getRawState, (answer, params) => [reported(serialOf(params), answer)]),
  fact(getSwVersion, (data, params) => [{ kind: 'device.dataReported', serial: serialOf(params), data_group: 'sw_version', data }]),
  fact(getSimInfo, (data, params) => [{ kind: 'device.dataReported', serial: serialOf(params), data_group: 'sim_info', data }]),
  fact(getMapData, (data, params) => [{ kind: 'device.dataReported', serial: serialOf(params), data_group: 'map_data', data }]),
  fact(getActiveTreatment, (data, params) => [
    { kind: 'device.dataReported', serial: serialOf(params), data_group: 'active_treatment', data },
  ]),
  fact(getStateData, (data, params) => [{ kind: 'device.dataReported', serial: serialOf(params), data_group: 'state_data', data }]),
];

const rowByCall = new Map(factRows.map((row) => [row.call, row]));

/** The row of a call; one that states no facts and keeps its answer where the table has none. */
export function factRowOf(call: Call): FactRow {
  return rowByCall.get(call.name) ?? fact(call, () => []);
}
