import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { receivedMessages } from '../support/receivedMessages.ts';
import { seededDatabase } from '../support/testServer.ts';

const SERIAL = 'LF-0140-23';
const NOW = Date.parse('2026-03-04T13:00:00Z');
const MINUTE = 60_000;
const time = new Date(NOW).toISOString();
const whole = {
  time,
  device_type: 'LUMION_FIX',
  hardware_revision: 'LF-R2',
  components: { drive: 'DRV-1', lidar: 'L-1' },
  software: { controller: '4.2.0' },
};
const other = {
  device_type: 'XENION_A6',
  hardware_revision: 'LF-R3',
  components: { drive: 'DRV-2' },
  software: { controller: '5.0.0' },
};

let database: ReturnType<typeof openTestDatabase>;
beforeAll(async () => {
  database = openTestDatabase(await seededDatabase());
});
afterAll(() => database.destroy());

const stored = async () =>
  (await database.selectFrom('device_identity').select('reported').where('serial', '=', SERIAL).executeTakeFirstOrThrow()).reported;

/** The garbled fields, what is reported as lost, and what differs from the second report in what is stored. */
const GARBLED = [
  [{ device_type: {} }, 'device_type', { device_type: 'LUMION_FIX' }],
  [{ hardware_revision: [7] }, 'hardware_revision', { hardware_revision: 'LF-R2' }],
  [{ components: 'none' }, 'components', { components: whole.components }],
  [{ components: { drive: {} } }, 'components.drive', { components: { drive: 'DRV-1' } }],
  [{ components: { drive: 'DRV-3', tank: {} } }, 'components.tank', { components: { drive: 'DRV-3' } }],
  [{ software: 7 }, 'software', { software: whole.software }],
  [{ software: { controller: {} } }, 'software.controller', { software: whole.software }],
] as const;

it.each(GARBLED)('[INGEST26] of an identity with %j the unreadable %s stays, and the rest is replaced', async (garbled, lost, kept) => {
  for (const isAtOnce of [false, true]) {
    const { send, write, losses } = receivedMessages(SERIAL);
    send('identity', whole, NOW);
    if (!isAtOnce) await write(database);
    send('identity', { time, ...other, ...garbled }, NOW + MINUTE);
    await write(database);
    expect(losses).toEqual([`fields_dropped ${lost}`]);
    expect(await stored()).toEqual({ time, ...other, ...kept });
  }
});

it('[INGEST27] a component that an identity names as null is none, and nothing is lost', async () => {
  for (const isAtOnce of [false, true]) {
    const { send, write, losses } = receivedMessages(SERIAL);
    send('identity', whole, NOW);
    if (!isAtOnce) await write(database);
    send(
      'identity',
      { time, ...other, components: { drive: 'DRV-2', lidar: null }, software: { controller: null, firmware: [] } },
      NOW + MINUTE,
    );
    await write(database);
    expect(losses).toEqual(['fields_dropped software.firmware']);
    expect(await stored()).toEqual({ time, ...other, software: {} });
  }
});

it('[INGEST26] what a device reported for a former owner does not stay', async () => {
  const { send, write } = receivedMessages(SERIAL);
  const moved = new Date(NOW + MINUTE);
  const { id } = await database
    .selectFrom('deployment')
    .select('id')
    .where('device_serial', '=', SERIAL)
    .where('closed_date', 'is', null)
    .executeTakeFirstOrThrow();
  await database
    .updateTable('deployment')
    .set({ creation_date: new Date(NOW - MINUTE), closed_date: moved })
    .where('id', '=', id)
    .execute();
  await sql`insert into deployment (id, device_serial, location_id, creation_date)
    values ('dep-next', ${SERIAL}, 'loc-hortus-noord', ${moved})`.execute(database);
  for (const isAtOnce of [false, true]) {
    send('identity', whole, NOW);
    if (!isAtOnce) await write(database);
    send('identity', { time, ...other, device_type: {} }, NOW + 2 * MINUTE);
    await write(database);
    expect(await stored()).toEqual({ time, ...other, device_type: null });
  }
});
