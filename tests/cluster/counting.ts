import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { groupBy } from '#server/platform/groupBy';
import { eventNumber, type LoadDevice } from './loadDevice.ts';
import type { Stops } from './calls.ts';

interface Counted {
  readonly line: string;
  readonly problems: readonly string[];
}

interface StoredEvent {
  readonly serial: string;
  readonly message: string;
  readonly at: Date;
  readonly received_at: Date;
}

/** Returns the events of a device that come after one with a higher number, each with that one. */
const disorderOf = (events: readonly StoredEvent[]): readonly (readonly [StoredEvent, StoredEvent])[] =>
  events.flatMap((event, index) => {
    const former = events[index - 1];
    return former !== undefined && eventNumber(event.message) < eventNumber(former.message) ? [[event, former] as const] : [];
  });

const nameOf = ({ message, received_at }: StoredEvent) => `"${message}" received at ${received_at.toISOString()}`;

/** Acknowledged messages may still be on their way into the database. */
const SETTLED_MS = 10_000;
const LOOK_MS = 500;

/** Reads the events, in the order in which they were stored: when all are there, or none was added for a while. */
async function readEvents(database: Client, expected: number): Promise<readonly StoredEvent[]> {
  let events: readonly StoredEvent[] = [];
  for (let unchangedMs = 0; unchangedMs < SETTLED_MS; unchangedMs += LOOK_MS) {
    const { rows } = await database.query<StoredEvent>(
      "select serial, message, at, received_at from device_event where message like 'cluster %' order by id",
    );
    if (rows.length > events.length) unchangedMs = 0;
    events = rows;
    if (events.length >= expected) break;
    await sleep(LOOK_MS);
  }
  return events;
}

/** Compares the acknowledged events with those in the database: each once, stored and dated in the order of the device. */
async function countEvents(database: Client, devices: readonly LoadDevice[]): Promise<Counted> {
  const acknowledged = devices.flatMap((device) => [...device.acknowledged]);
  const rows = await readEvents(database, acknowledged.length);
  const stored = new Set(rows.map(({ message }) => message));
  const lost = acknowledged.filter((message) => !stored.has(message)).length;
  const doubled = rows.length - stored.size;
  const perDevice = [...groupBy(rows, ({ serial }) => serial).values()];
  const disorder = perDevice.flatMap(disorderOf);
  const example = disorder.slice(0, 1).map(([event, former]) => ` (${nameOf(event)} after ${nameOf(former)})`);
  const byTime = perDevice.map((events) => events.toSorted((a, b) => a.at.getTime() - b.at.getTime()));
  const misdated = byTime.flatMap(disorderOf).length;
  return {
    line: `${acknowledged.length} acknowledged events of ${devices.length} devices: ${lost} lost, ${doubled} doubled, ${disorder.length} stored out of order${example.join('')}, ${misdated} dated out of order`,
    problems: [
      ...(lost + doubled > 0 ? ['events were lost or doubled'] : []),
      ...(disorder.length > 0 ? ['events are stored in another order'] : []),
      ...(misdated > 0 ? ['the dates of events are not in the order of the device'] : []),
    ],
  };
}

/** Returns how often each stop that was answered with success was received by its device. */
function timesReceived(devices: readonly LoadDevice[], { done }: Stops): readonly number[] {
  const received = new Map(devices.map(({ serial, commands }) => [serial, commands]));
  return done.map(({ serial, id }) => (received.get(serial) ?? []).filter((one) => one === id).length);
}

/** Waits until every such stop was received, or a while. */
export async function awaitStops(devices: readonly LoadDevice[], stops: Stops): Promise<void> {
  for (let waitedMs = 0; waitedMs < SETTLED_MS && timesReceived(devices, stops).includes(0); waitedMs += LOOK_MS) await sleep(LOOK_MS);
}

/**
 * Compares the stops that were answered with success with what the devices received and what is recorded. A stop that the load balancer sends to another
 * server, because the first one died before its answer, is received again with the same id, and a device executes an id once.
 */
async function countStops(database: Client, devices: readonly LoadDevice[], stops: Stops): Promise<Counted> {
  const { rows } = await database.query<{ id: string }>("select id from command where id like 'stop-%'");
  const times = timesReceived(devices, stops);
  const [never, often] = [times.filter((count) => count === 0).length, times.filter((count) => count > 1).length];
  const recorded = new Set(rows.map(({ id }) => id));
  const unrecorded = stops.done.filter(({ id }) => !recorded.has(id)).length;
  return {
    line: `${stops.done.length} stops answered with success (${stops.failed()} not): ${never} never received, ${often} received more than once, ${unrecorded} without a record`,
    problems: never + unrecorded > 0 ? ['stops were lost'] : [],
  };
}

/** Counts what was lost, doubled or disordered. */
export async function countAll(url: string, devices: readonly LoadDevice[], stops: Stops): Promise<readonly Counted[]> {
  const database = new Client({ connectionString: url });
  await database.connect();
  try {
    return [await countEvents(database, devices), await countStops(database, devices, stops)];
  } finally {
    await database.end();
  }
}
