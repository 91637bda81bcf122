/** The activities of devices in a span as lanes: four groups of activities, errors first. */

/** The groups of activities that a lane shows. */
export const laneGroups = ['error', 'treating', 'moving', 'idle'] as const;
/** One of the `laneGroups`. */
export type LaneGroup = (typeof laneGroups)[number];

/** The displayed name of each group. */
export const laneWords: Readonly<Record<LaneGroup, string>> = {
  error: 'Error',
  treating: 'Treating',
  moving: 'Other movement',
  idle: 'Idle',
};

const GROUPS: ReadonlyMap<string, LaneGroup> = new Map([
  ['error', 'error'],
  ['idle', 'idle'],
  ['unknown', 'idle'],
  ...['waiting', 'recovering', 'finishing', 'starting', 'treating', 'working'].map((kind) => [kind, 'treating'] as const),
]);

/** Returns the group of an activity; an unknown activity counts as a movement. */
export const laneGroupOf = (activity: string): LaneGroup => GROUPS.get(activity) ?? 'moving';

/** A time during which a device had activities of one group. Instants in ms since epoch. */
export interface LaneRun {
  readonly from: number;
  readonly to: number;
  readonly group: LaneGroup;
}

/** The lane of a device: its runs. */
export interface Lane {
  readonly serial: string;
  readonly runs: readonly LaneRun[];
  /** The total duration of each group, in ms. */
  readonly lasted: Readonly<Record<LaneGroup, number>>;
}

/** The activities of a device, as the server sends them. */
interface SentActivity {
  readonly serial: string;
  readonly runs: readonly { readonly from: string; readonly to: string; readonly activity: string }[];
}

function laneOf({ serial, runs: sent }: SentActivity): Lane {
  const runs: { from: number; to: number; group: LaneGroup }[] = [];
  const lasted = { error: 0, treating: 0, moving: 0, idle: 0 };
  for (const { from: fromText, to: toText, activity } of sent) {
    const [from, to, group] = [Date.parse(fromText), Date.parse(toText), laneGroupOf(activity)];
    lasted[group] += to - from;
    const last = runs.at(-1);
    if (last?.group === group && last.to === from) last.to = to;
    else runs.push({ from, to, group });
  }
  return { serial, runs, lasted };
}

/** Returns the lanes of devices, sorted by their time in error, longest first, then by serial. */
export const lanesOf = (sent: readonly SentActivity[]): readonly Lane[] =>
  sent.map(laneOf).toSorted((one, other) => other.lasted.error - one.lasted.error || (one.serial < other.serial ? -1 : 1));

/**
 * Offset, in ms, of the opened instant from the start of an error: in the last second of its first minute the device is in error, unless the error was shorter.
 */
const LAST_SECOND_MS = 59_000;

/** Returns the instant that a lane opens from the keyboard: in the first minute of its first error, otherwise the start of its first run. */
export function firstMomentOf({ runs }: Lane): number | undefined {
  const error = runs.find(({ group }) => group === 'error');
  return error === undefined ? runs[0]?.from : error.from + LAST_SECOND_MS;
}
