import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/database/openDatabase';
import { locks } from '#server/platform/database/locks';
import { databaseLeases } from '#server/platform/instances/databaseLeases';
import { type Fence, LeaseLost } from '#server/platform/instances/leases';
import { becomeSoleInstance } from '#server/platform/instances/soleInstance';
import { openProxy } from '../support/tcpProxy.ts';
import { workerDatabases } from '../support/testDatabase.ts';
import { until } from '../support/until.ts';

let url = '';
let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  url = await workerDatabases().migrated();
  database = openDatabase(url);
});
afterAll(() => database.destroy());

/** An instance that records what it does. */
function instance(holder: string, at = database) {
  const log: string[] = [];
  const fences: Fence[] = [];
  const leases = databaseLeases({ database: at, holder, elapsed: () => performance.now(), log: pino({ level: 'silent' }) });
  const take = (name: string) =>
    leases.take({
      name,
      start: async (fence) => {
        fences.push(fence);
        log.push('started');
        return async () => void log.push('stopped');
      },
    });
  const write = (meanwhile = () => Promise.resolve()) => {
    const fence = fences.at(-1);
    return database.transaction().execute(async (tx) => {
      await fence?.(tx);
      await meanwhile();
    });
  };
  return { log, take, write };
}

it('[INST2] a duty is done by one instance of two; the other one takes over at once when it ends', async () => {
  const [one, two] = [instance('one'), instance('two')];
  const [first, second] = [await one.take('work'), await two.take('work')];
  expect([one.log, two.log]).toEqual([['started'], []]);
  await first.close();
  expect(one.log).toEqual(['started', 'stopped']);
  await until('the other works', () => two.log.includes('started'));
  await second.close();
});

it('[INST3] an instance that lost the database past its lease stops, and what it writes then is refused', async () => {
  const cable = await openProxy(Number(new URL(url).port));
  const through = new URL(url);
  through.port = String(cable.port);
  const far = openDatabase(through.href);
  const [cut, near] = [instance('cut', far), instance('near')];
  const tenures = [await cut.take('ingest'), await near.take('ingest')];
  await cut.write();
  cable.cut();
  await until('the other works', () => near.log.includes('started'));
  expect(cut.log).toEqual(['started']);
  await expect(cut.write()).rejects.toThrow(LeaseLost);
  await near.write();
  cable.heal();
  await until('it has stopped', () => cut.log.includes('stopped'));
  expect(cut.log).toEqual(['started', 'stopped']);
  await Promise.all(tenures.map((tenure) => tenure.close()));
  await far.destroy();
  await cable.close();
});

it('[INST3] a takeover waits for a transaction that passed the fence', async () => {
  const one = instance('one');
  const tenure = await one.take('fenced');
  const order: string[] = [];
  let taking: Promise<unknown> = Promise.resolve();
  await one.write(async () => {
    taking = database
      .updateTable('lease')
      .set({ holder: 'other' })
      .where('name', '=', 'fenced')
      .execute()
      .then(() => order.push('taken'));
    await until('the takeover waits', async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update "lease"%'`.execute(
        database,
      );
      return rows.length > 0 || order.length > 0;
    });
    order.push('written');
  });
  await taking;
  expect(order).toEqual(['written', 'taken']);
  await tenure.close();
});

it('[INST1] the second server on a database is refused; the first one that loses its place is informed', async () => {
  const lost: string[] = [];
  const giveBack = await becomeSoleInstance(url, () => lost.push('first'));
  await expect(becomeSoleInstance(url, () => undefined)).rejects.toThrow(
    'Another server uses this database. Several servers on one database need NATS_URL.',
  );
  await giveBack();
  const giveBackToo = await becomeSoleInstance(url, () => lost.push('second'));
  const holder = sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${locks.soleInstance}`;
  await holder.execute(database);
  const third = await becomeSoleInstance(url, () => undefined);
  await until('the second one knows', () => lost.length > 0);
  expect(lost).toEqual(['second']);
  await Promise.all([giveBackToo(), third()]);
});
