import { setImmediate } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { openOwnershipRegistry } from '#server/locations/ownershipRegistry';
import type { DeviceWatch } from '#domain/notifications/deviceWatch';
import type { ChosenDevice } from '#server/notifications/chosenDevices';
import type { PushResult } from '#server/notifications/pushService';
import { saveReceiver } from '#server/notifications/receivers';
import { openSentNotices } from '#server/notifications/sentNotices';
import { createSiteNotices } from '#server/notifications/siteNotices';
import type { Database } from '#server/platform/database/tables';
import { LeaseLost } from '#server/platform/instances/leases';
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

/** The last notice as this version stored it, or version 0.5: the serials alone. */
type Stored = { readonly troubles: readonly { readonly serial: string }[]; readonly ended: readonly unknown[] } | readonly string[];

/** Stores the last notice, if there was one. */
async function storeSent(database: Kysely<Database>, stored: Stored | undefined) {
  if (stored === undefined) return;
  const rangAt = NOW - HOUR_MS;
  const { serials, notice } =
    'troubles' in stored
      ? { serials: stored.troubles.map(({ serial }) => serial), notice: JSON.stringify({ ...stored, missed: [], rangAt }) }
      : { serials: stored, notice: null };
  const row = { username: USERNAME, site: SITE, serials: JSON.stringify(serials), rang_at: new Date(rangAt), notice };
  await database.insertInto('push_sent').values(row).execute();
}

/** Opens the notices of a site whose only device is in error, at a provider that does not list people. Returns which browser got which notice. */
async function openNotices(stored?: Stored) {
  const database = openTestDatabase(await seededDatabase());
  onTestFinished(() => database.destroy());
  await storeSent(database, stored);
  const sent: string[] = [];
  const world = { at: NOW, since: 0, watch: IN_ERROR as DeviceWatch, device: DEVICE, result: 'taken' as PushResult | Promise<PushResult> };
  let epoch = 0;
  const registry = await openOwnershipRegistry(database);
  const open = async () => {
    epoch += 1;
    const own = epoch;
    return createSiteNotices({
      database,
      key,
      registry,
      groupsOf: () => Promise.resolve(null),
      service: {
        send: ({ endpoint }, { title, silent }) => {
          sent.push(`${endpoint.slice(endpoint.lastIndexOf('/') + 1)}: ${title}${silent ? ', silently' : ''}`);
          return Promise.resolve(world.result);
        },
      },
      sent: await openSentNotices(database, () => (own === epoch ? Promise.resolve() : Promise.reject(new LeaseLost('notifications')))),
      watchOf: () => world.watch,
      chosen: () => new Map([[DEVICE.serial, world.device]]),
      chosenSince: () => world.since,
      gauges: createGauges(),
      now: () => world.at,
      log: pino({ level: 'silent' }),
    });
  };
  let notices = await open();
  /** Returns what was sent since the last time, and stores what became of it. */
  const results = async () => {
    await setImmediate();
    await notices.retryMissed();
    return sent.splice(0).toSorted();
  };
  /** Settles a site, and stores no result. */
  const settle = async (site = SITE) => {
    await notices.settle(site);
    await setImmediate();
  };
  /** Settles a site; returns what was sent. */
  const settled = async (site = SITE) => {
    await settle(site);
    return results();
  };
  /** Lets time pass; returns what was sent again. */
  const retriedAfter = async (ms: number) => {
    world.at += ms;
    await notices.retryMissed();
    return results();
  };
  const restart = async () => {
    await notices.close();
    notices = await open();
  };
  /** Opens the next server while the former one, which is returned, still runs. */
  const takeOver = async () => {
    const former = notices;
    notices = await open();
    return former;
  };
  return { database, world, settle, settled, retriedAfter, restart, takeOver };
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

it('[PUSH16] version 0.5 beside this one reads of which devices a person was notified, and what it sent counts', async () => {
  const { database, world, settled, restart } = await openNotices();
  await register(database, 'phone', OWN, NOW - HOUR_MS);
  world.watch = { ...IN_ERROR, trouble: { kind: 'lost', at: NOW, code: null } };
  await settled();
  const stored = await database.selectFrom('push_sent').select('serials').executeTakeFirstOrThrow();
  expect(stored.serials).toBe(JSON.stringify([DEVICE.serial]));
  // As version 0.5 stores that it notified of the error.
  await database
    .updateTable('push_sent')
    .set({ rang_at: new Date(NOW + 60_000) })
    .execute();
  await restart();
  world.at += 120_000;
  world.watch = IN_ERROR;
  expect(await settled()).toEqual([]);
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

const IS_OVER: DeviceWatch = { ...IN_ERROR, trouble: null };
const PHONE = 'phone: Lumion 01 is in error';
const OLD_SITE_ENDED = 'phone: Your devices: notice ended, silently';
const ELSEWHERE: ChosenDevice = { ...DEVICE, site: { id: 'hortus-1', name: 'Hortus' } };

it('[PUSH13] a notice that its push service did not accept is sent again until it is accepted, also by the next server', async () => {
  const { database, world, settled, retriedAfter, restart } = await openNotices();
  await register(database, 'phone', OWN, NOW - HOUR_MS);
  world.result = 'failed';
  expect(await settled()).toEqual([PHONE]);
  expect(await retriedAfter(9_999)).toEqual([]);
  expect(await retriedAfter(1)).toEqual([PHONE]);
  expect(await retriedAfter(19_999)).toEqual([]);
  expect(await retriedAfter(1)).toEqual([PHONE]);
  await restart();
  world.result = 'taken';
  expect(await retriedAfter(10_000)).toEqual([PHONE]);
  expect(await retriedAfter(HOUR_MS)).toEqual([]);
  await restart();
  expect(await retriedAfter(HOUR_MS)).toEqual([]);
});

it('[PUSH13] a browser that missed the sound of a notice gets it with the next notice; that it is over is not sent again', async () => {
  const { database, world, settled, retriedAfter } = await openNotices();
  await register(database, 'phone', OWN, NOW - HOUR_MS);
  world.result = 'failed';
  await settled();
  world.at += 1_000;
  world.watch = { ...IN_ERROR, trouble: { kind: 'lost', at: NOW, code: null } };
  expect(await settled()).toEqual(['phone: Lumion 01 is lost during a treatment']);
  world.watch = IS_OVER;
  expect(await settled()).toEqual(['phone: De Linde: over, silently']);
  expect(await retriedAfter(HOUR_MS)).toEqual([]);
});

it('[PUSH13] a browser that missed a sound gets it with a notice that follows in the same round', async () => {
  const { database, world, settle, settled } = await openNotices();
  await register(database, 'phone', OWN, NOW - HOUR_MS);
  world.result = 'failed';
  await settle();
  world.result = 'taken';
  world.watch = { ...IN_ERROR, trouble: { kind: 'lost', at: NOW, code: null } };
  expect(await settled()).toEqual([PHONE, 'phone: Lumion 01 is lost during a treatment']);
});

it('[PUSH13] [PUSH14] a browser that missed the sound of a trouble gets it at the place to which the device was deployed, once', async () => {
  const { database, world, settled, retriedAfter } = await openNotices();
  await register(database, 'phone', OWN, NOW - HOUR_MS);
  world.result = 'failed';
  expect(await settled()).toEqual([PHONE]);
  world.result = 'taken';
  world.device = ELSEWHERE;
  expect(await settled()).toEqual([PHONE, OLD_SITE_ENDED]);
  expect(await retriedAfter(HOUR_MS)).toEqual([]);
});

it('[PUSH13] a notice that was being sent when its server ended is sent by the next one, and the former server changes nothing then', async () => {
  const { database, world, settled, retriedAfter, restart, takeOver } = await openNotices();
  await register(database, 'phone', OWN, NOW - HOUR_MS);
  let answer: (result: PushResult) => void = () => undefined;
  world.result = new Promise((resolve) => {
    answer = resolve;
  });
  expect(await settled()).toEqual([PHONE]);
  const former = await takeOver();
  world.result = 'failed';
  expect(await retriedAfter(10_000)).toEqual([PHONE]);
  answer('taken');
  await expect(former.close()).rejects.toThrow(LeaseLost);
  await restart();
  world.result = 'taken';
  expect(await retriedAfter(10_000)).toEqual([PHONE]);
});

it('[PUSH13] a browser that its push service does not know any more gets nothing again', async () => {
  const { database, world, settled, retriedAfter } = await openNotices();
  await register(database, 'phone', OWN, NOW - HOUR_MS);
  world.result = 'gone';
  expect(await settled()).toEqual([PHONE]);
  expect(await database.selectFrom('push_receiver').select('id').where('username', '=', USERNAME).execute()).toEqual([]);
  expect(await retriedAfter(HOUR_MS)).toEqual([]);
});

const ENDED = 'phone: De Linde: notice ended, silently';
it.each([
  ['is deployed elsewhere', { device: ELSEWHERE }, [`${PHONE}, silently`, OLD_SITE_ENDED]],
  ['is no longer chosen by the person', { device: { ...DEVICE, people: [] } }, [ENDED]],
  ['recovers', { watch: IS_OVER }, ['phone: De Linde: over, silently']],
  ['is deployed elsewhere, and recovers', { device: ELSEWHERE, watch: IS_OVER }, [OLD_SITE_ENDED]],
] as const)('[PUSH14] a device in error %s: its notice says what is true, also after a restart', async (_, change, expected) => {
  for (const isRestarted of [false, true]) {
    const { database, world, settled, restart } = await openNotices();
    await register(database, 'phone', OWN, NOW - HOUR_MS);
    expect(await settled()).toEqual([PHONE]);
    world.at += HOUR_MS;
    Object.assign(world, change, { since: isRestarted ? world.at : 0 });
    if (isRestarted) await restart();
    expect(await settled()).toEqual(expected);
    expect(await settled(ELSEWHERE.site.id)).toEqual([]);
  }
});
