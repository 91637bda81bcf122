/** The reported incidents, logs and events that robots keep; the oldest are dropped. */

import type { IncidentEntry } from '../simulation/incident.ts';
import type { LogEntry } from '../simulation/robot.ts';
import type { EventEntry } from './recording.ts';

/** The files on a robot's disk, oldest first. */
interface KeptThings {
  /** Incidents by id. */
  readonly incidents: ReadonlyMap<string, IncidentEntry>;
  /** The times at which log files were closed, in ms since epoch on the robot's clock, by id. */
  readonly logs: ReadonlyMap<string, number>;
  readonly events: readonly EventEntry[];
}

const nothing: KeptThings = { incidents: new Map(), logs: new Map(), events: [] };
/** Maximum number of files of each kind: per robot in a small fleet, in total for a fleet, and the minimum per robot. */
const LIMITS = { robot: 100, fleet: 20_000, least: 3 } as const;

/** The reported incidents, logs and events that the robots of a fleet keep; the oldest is dropped first. */
export interface FleetThings {
  readonly note: (serial: string, entry: LogEntry) => void;
  readonly of: (serial: string) => KeptThings;
}

/** Creates an empty memory for a number of robots. */
export function createFleetThings(robots: number): FleetThings {
  const limit = Math.max(LIMITS.least, Math.min(LIMITS.robot, Math.floor(LIMITS.fleet / Math.max(1, robots))));
  const things = new Map<string, KeptThings>();
  const withEntry = <Value>(known: ReadonlyMap<string, Value>, id: string, value: Value): ReadonlyMap<string, Value> =>
    new Map([...[...known].filter(([other]) => other !== id), [id, value] as const].slice(-limit));
  const of = (serial: string) => things.get(serial) ?? nothing;
  return {
    of,
    note: (serial, entry) => {
      const known = of(serial);
      if (entry.kind === 'event') things.set(serial, { ...known, events: [...known.events, entry].slice(-limit) });
      if (entry.kind === 'incident') things.set(serial, { ...known, incidents: withEntry(known.incidents, entry.incident_id, entry) });
      if (entry.kind === 'file')
        things.set(serial, { ...known, logs: withEntry(known.logs, entry.database_id, Date.parse(entry.timestamp)) });
    },
  };
}
