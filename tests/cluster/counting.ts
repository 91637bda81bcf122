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
}

/** Returns how many events of a device come after one with a higher number. */
function disorderOf(events: readonly StoredEvent[]): number {
  const numbers = events.map(({ message }) => eventNumber(message));
  return numbers.filter((number, index) => number < (numbers[index - 1] ?? 0)).length;
}

/** Compares the acknowledged events with those in the database: each once, per device in the order of the device's clock. */
async function countEvents(database: Client, devices: readonly LoadDevice[]): Promise<Counted> {
  const { rows } = await database.query<StoredEvent>(
    "select serial, message, at from device_event where message like 'cluster %' order by id",
  );
  const stored = new Set(rows.map(({ message }) => message));
  const acknowledged = devices.flatMap((device) => [...device.acknowledged]);
  const lost = acknowledged.filter((message) => !stored.has(message)).length;
  const doubled = rows.length - stored.size;
  const perDevice = [...groupBy(rows, ({ serial }) => serial).values()];
  const disorder = perDevice.reduce((sum, events) => sum + disorderOf(events), 0);
  const byTime = perDevice.map((events) => events.toSorted((a, b) => a.at.getTime() - b.at.getTime()));
  const misdated = byTime.reduce((sum, events) => sum + disorderOf(events), 0);
  return {
    line: `${acknowledged.length} acknowledged events of ${devices.length} devices: ${lost} lost, ${doubled} doubled, ${disorder} stored out of order, ${misdated} dated out of order`,
    problems: [
      ...(lost + doubled > 0 ? ['events were lost or doubled'] : []),
      ...(disorder + misdated > 0 ? ['events are not in the order of the device'] : []),
    ],
  };
}

/** Compares the stops that were answered with success with what the devices received and what is recorded. */
async function countStops(database: Client, devices: readonly LoadDevice[], stops: Stops): Promise<Counted> {
  const { rows } = await database.query<{ id: string }>("select id from command where id like 'stop-%'");
  const received = new Map(devices.map(({ serial, commands }) => [serial, commands]));
  const wrong = stops.done.filter(({ serial, id }) => (received.get(serial) ?? []).filter((one) => one === id).length !== 1).length;
  const recorded = new Set(rows.map(({ id }) => id));
  const unrecorded = stops.done.filter(({ id }) => !recorded.has(id)).length;
  return {
    line: `${stops.done.length} stops answered with success (${stops.failed()} not): ${wrong} not received exactly once, ${unrecorded} without a record`,
    problems: wrong + unrecorded > 0 ? ['stops were lost or doubled'] : [],
  };
}

/** Counts what was lost, doubled or disordered. */
export async function count(url: string, devices: readonly LoadDevice[], stops: Stops): Promise<readonly Counted[]> {
  const database = new Client({ connectionString: url });
  await database.connect();
  try {
    return [await countEvents(database, devices), await countStops(database, devices, stops)];
  } finally {
    await database.end();
  }
}
