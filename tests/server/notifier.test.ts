import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import type { WireState } from '#contract/fleet/state';
import { GATHER_MS } from '#domain/notifications/nextNotice';
import type { Notice } from '#domain/notifications/siteNotice';
import { liveReport, type LiveReport } from '#server/fleet/liveReport';
import { createLiveReports, type LiveReports } from '#server/fleet/liveReports';
import { openOwnershipRegistry } from '#server/locations/ownershipRegistry';
import { startNotifier } from '#server/notifications/notifier';
import { saveReceiver } from '#server/notifications/receivers';
import { inProcessBus } from '#server/platform/bus/bus';
import { createGauges } from '#server/platform/gauges';
import { staff } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { seededDatabase, TEST_CREDENTIAL_KEY as key } from '../support/testServer.ts';

const IDLE: WireState = { current_state: 'waiting_for_task' };
const ERROR: WireState = { current_state: 'error', error_code: '0x0A010023' };
let at = Date.now();
const now = () => at;

function reported(serial: string, state: WireState, lateMs = 0): LiveReport {
  at += 1_000;
  const time = new Date(at - lateMs).toISOString();
  return liveReport({ push: { type: 'state', serial, timestamp: time, state }, deviceTime: time, sequence: 1, receivedAt: at });
}

/** Starts a notifier for a person who chose a device that last reported a state; `livesWith` changes what the notifier reads of it. */
async function watching(
  serial: string,
  newest: LiveReport,
  livesWith: (live: LiveReports, publish: (report: LiveReport) => void) => Pick<LiveReports, 'newest' | 'isConnected'> = (live) => live,
  opened: (database: ReturnType<typeof openTestDatabase>) => Promise<void> = () => Promise.resolve(),
) {
  const database = openTestDatabase(await seededDatabase());
  await opened(database);
  const username = 'watcher';
  const body = { endpoint: `https://fcm.googleapis.com/${serial}`, keys: { p256dh: 'B', auth: 'A' }, label: '' };
  await saveReceiver(database, key, { person: { username, groups: staff, issuedAt: null }, body, at: new Date(at) });
  await database.insertInto('push_setting').values({ username, serial, mobile_push: true }).execute();
  const live = createLiveReports(now);
  const bus = inProcessBus<LiveReport>();
  bus.subscribe(live.apply);
  bus.publish([newest]);
  const notices: Notice[] = [];
  let beat: () => void = () => undefined;
  const notifier = await startNotifier({
    database,
    fence: () => Promise.resolve(),
    key,
    live: livesWith(live, (report) => bus.publish([report])),
    bus,
    registry: await openOwnershipRegistry(database),
    groupsOf: () => Promise.resolve(null),
    service: {
      send: (_, notice) => {
        notices.push(notice);
        return Promise.resolve('taken');
      },
    },
    gauges: createGauges(),
    isListening: () => true,
    now,
    every: (_, run) => {
      beat = run;
      return () => undefined;
    },
    log: pino({ level: 'silent' }),
  });
  at += GATHER_MS;
  beat();
  onTestFinished(async () => {
    await notifier.close();
    await database.destroy();
  });
  /** Reads the selections, and sends what has been collected. */
  const look = async () => {
    await notifier.readChoices();
    at += GATHER_MS;
    beat();
  };
  return { notices, database, look };
}
const watch = async (...given: Parameters<typeof watching>) => (await watching(...given)).notices;

it('[PUSH1] an error that began while no server listened is notified by the next one, although its begin is not stored yet', async () => {
  const notices = await watch('LF-0140-23', reported('LF-0140-23', ERROR));
  await expect.poll(() => notices.map(({ title }) => title)).toEqual(['Lumion 01 is in error']);
});

it('[PUSH1] a report that arrives while a choice is read counts', async () => {
  const serial = 'LF-0170-24';
  const notices = await watch(serial, reported(serial, IDLE), (live, publish) => ({
    isConnected: live.isConnected,
    newest: (of) => {
      const found = live.newest(of);
      // As soon as the notifier waits for anything.
      if (of === serial) queueMicrotask(() => publish(reported(serial, ERROR)));
      return found;
    },
  }));
  await expect.poll(() => notices.map(({ title }) => title)).toEqual(['Lumion 12 is in error']);
});

it('[PUSH1] [PUSH2] an error whose report came late begins none when a server starts, though no begin of it is stored', async () => {
  const [late, other] = ['LF-0141-23', 'LF-0140-23'];
  const notices = await watch(late, reported(late, ERROR, 3_600_000));
  const shown = await watch(other, reported(other, ERROR));
  await expect.poll(() => shown.length).toBe(1);
  expect(notices).toEqual([]);
});

it('[PUSH8] what is known of changed accounts is forgotten after a day', async () => {
  const serial = 'LF-0140-23';
  const changed = (username: string, days: number) => ({ username, groups: '[]', changed_at: new Date(Date.now() - days * 86_400_000) });
  let left = () => Promise.resolve<readonly string[]>([]);
  await watch(
    serial,
    reported(serial, IDLE),
    (live) => live,
    async (database) => {
      await database
        .insertInto('push_access')
        .values([changed('today', 0.9), changed('before', 1.1)])
        .execute();
      left = async () => (await database.selectFrom('push_access').select('username').execute()).map(({ username }) => username);
    },
  );
  await expect.poll(left).toEqual(['today']);
});

it('[PUSH14] a device that is deployed elsewhere is in error there, and one that somebody no longer chose ends that notice, though others chose it', async () => {
  const serial = 'LF-0140-23';
  const { notices, database, look } = await watching(serial, reported(serial, ERROR));
  const shown = () => notices.map(({ title, silent }) => `${title}${silent ? ', silently' : ''}`);
  await expect.poll(shown).toEqual(['Lumion 01 is in error']);
  const deployed = database
    .selectFrom('deployment')
    .select('location_id')
    .where('device_serial', '=', serial)
    .where('closed_date', 'is', null);
  const { location_id: former } = await deployed.executeTakeFirstOrThrow();
  const other = await database
    .selectFrom('location')
    .select(['id', 'name'])
    .where('id', '!=', former)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await database
    .updateTable('deployment')
    .set({ location_id: other.id })
    .where('device_serial', '=', serial)
    .where('closed_date', 'is', null)
    .execute();
  await look();
  await expect.poll(() => shown().slice(1).toSorted()).toEqual(['Lumion 01 is in error, silently', 'Your devices: notice ended, silently']);
  await database.insertInto('push_setting').values({ username: 'other', serial, mobile_push: true }).execute();
  const body = { endpoint: 'https://fcm.googleapis.com/other', keys: { p256dh: 'B', auth: 'A' }, label: '' };
  await saveReceiver(database, key, { person: { username: 'other', groups: staff, issuedAt: null }, body, at: new Date(at) });
  await look();
  await database.updateTable('push_setting').set({ mobile_push: false }).where('username', '=', 'watcher').execute();
  await look();
  await expect.poll(() => shown().slice(3)).toEqual([`${other.name}: notice ended, silently`]);
});
