import { sql, type Kysely } from 'kysely';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { openOwnershipRegistry } from '#server/locations/ownershipRegistry';
import type { ChosenDevice } from '#server/notifications/chosenDevices';
import { saveReceiver } from '#server/notifications/receivers';
import { openSentNotices } from '#server/notifications/sentNotices';
import { createSiteNotices } from '#server/notifications/siteNotices';
import type { Database } from '#server/platform/database/tables';
import { createGauges } from '#server/platform/gauges';
import { adminOf } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { seededDatabase, TEST_CREDENTIAL_KEY as key } from '../support/testServer.ts';

const NOW = Date.parse('2026-03-04T13:00:00Z');
const HOUR_MS = 3_600_000;
const USERNAME = 'watcher';
const SITE = 'de-linde-1';
/** A device of the organisation de-linde. */
const DEVICE: ChosenDevice = {
  serial: 'LF-0140-23',
  name: 'Lumion 01',
  deviceType: 'LF01',
  site: { id: SITE, name: 'De Linde' },
  people: [USERNAME],
};
const IN_ERROR = {
  trouble: { kind: 'error', at: NOW, code: null },
  isTreating: false,
  wasConnected: true,
  clock: { aheadMs: 0, doubt: null },
} as const;

/** Stores the last notice, if there was one. */
async function storeSent(database: Kysely<Database>, stored: unknown) {
  if (stored === undefined) return;
  const row = { username: USERNAME, site: SITE, serials: JSON.stringify(stored), rang_at: new Date(NOW - HOUR_MS) };
  await database.insertInto('push_sent').values(row).execute();
}

/** Opens the notices of a site whose only device is in error, at a provider that does not list people. Returns which browser got which notice. */
async function openNotices(stored?: unknown) {
  const database = openTestDatabase(await seededDatabase());
  onTestFinished(() => database.destroy());
  await storeSent(database, stored);
  const sent: string[] = [];
  const notices = createSiteNotices({
    database,
    key,
    registry: await openOwnershipRegistry(database),
    groupsOf: () => Promise.resolve(null),
    service: {
      send: ({ endpoint }, { title, silent }) => {
        sent.push(`${endpoint.slice(endpoint.lastIndexOf('/') + 1)}: ${title}${silent ? ', silently' : ''}`);
        return Promise.resolve('taken');
      },
    },
    sent: await openSentNotices(database),
    watchOf: () => IN_ERROR,
    chosen: () => new Map([[DEVICE.serial, DEVICE]]),
    chosenSince: () => 0,
    gauges: createGauges(),
    now: () => NOW,
    log: pino({ level: 'silent' }),
  });
  /** Settles the site and returns what was sent since the last time. */
  const settled = async () => {
    await notices.settle(SITE);
    await notices.close();
    return sent.splice(0).toSorted();
  };
  return { database, settled };
}

const register = (database: Kysely<Database>, browser: string, groups: readonly string[], at: number) =>
  saveReceiver(database, key, {
    person: { username: USERNAME, groups, issuedAt: null },
    body: { endpoint: `https://fcm.googleapis.com/${browser}`, keys: { p256dh: 'B', auth: 'A' }, label: '' },
    at: new Date(at),
  });

const [OWN, OTHER] = [adminOf('de-linde'), adminOf('hortus-noord')];
const BOTH = ['phone: Lumion 01 is in error', 'tablet: Lumion 01 is in error'];
it.each([
  ['the phone, registered last, by groups that see the device', { phone: OWN, tablet: OTHER }, ['tablet', 'phone'], BOTH],
  ['the tablet, registered last, by groups that see the device', { phone: OTHER, tablet: OWN }, ['phone', 'tablet'], BOTH],
  ['the phone, registered last, by groups that do not see it', { phone: OTHER, tablet: OWN }, ['tablet', 'phone'], []],
  ['the tablet, registered last, by groups that do not see it', { phone: OWN, tablet: OTHER }, ['phone', 'tablet'], []],
] as const)('[PUSH9] the newest registration decides on both browsers: %s', async (_, groups, order, expected) => {
  const { database, settled } = await openNotices();
  // The order of the rows is none of times.
  for (const browser of ['phone', 'tablet'] as const)
    await register(database, browser, groups[browser], NOW - HOUR_MS * (2 - order.indexOf(browser)));
  expect(await settled()).toEqual(expected);
});

const SILENT = ['phone: Lumion 01 is in error, silently'];
it.each([
  ['of its error', { troubles: [{ serial: DEVICE.serial, kind: 'error' }], ended: [] }, []],
  ['of its loss', { troubles: [{ serial: DEVICE.serial, kind: 'lost' }], ended: [] }, ['phone: Lumion 01 is in error']],
  ['that it was over, just now', { troubles: [], ended: [{ serial: DEVICE.serial, kind: 'error', endedAt: NOW - 4_000 }] }, SILENT],
  ['by version 0.5', [DEVICE.serial], []],
] as const)('[PUSH3] a device in error of which a person was notified before the start: %s', async (_, stored, expected) => {
  const { database, settled } = await openNotices(stored);
  await register(database, 'phone', OWN, NOW - HOUR_MS);
  expect(await settled()).toEqual(expected);
});

it('[PUSH10] a notice that could not be stored is sent in the next round, once', async () => {
  const { database, settled } = await openNotices();
  await register(database, 'phone', OWN, NOW - HOUR_MS);
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'The database is away.'; end $$`.execute(
    database,
  );
  await sql`create trigger refuse before insert on push_sent for each row execute function refuse()`.execute(database);
  await expect(settled()).rejects.toThrow('The database is away.');
  await sql`drop trigger refuse on push_sent`.execute(database);
  expect(await settled()).toEqual(['phone: Lumion 01 is in error']);
  expect(await settled()).toEqual([]);
});
