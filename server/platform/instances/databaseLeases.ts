import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Instant } from '../database/columnTypes.ts';
import type { TableHistory } from '../database/migrate.ts';
import type { Database } from '../database/tables.ts';
import { logOnce } from '../failure/logOnce.ts';
import { type SingletonJob, type Fence, LeaseLost, type Leases, type JobHandle } from './leases.ts';

/** Time after which a lease that is not renewed may be taken by another instance, in ms. */
const LEASE_MS = 3_000;
/** Interval at which an instance renews its lease or tries to take one, in ms. */
const BEAT_MS = 1_000;
/**
 * Maximum time in ms for which work continues while the database is unavailable: no other instance can take a lease then, unless only this instance
 * has lost the database.
 */
const UNSURE_MS = 300_000;

/** A duty that one instance performs on behalf of all, and its holder. The epoch is incremented whenever the holder changes. */
export interface LeaseTable {
  name: string;
  holder: string;
  epoch: number;
  /** Time of expiry, by the database's clock. */
  expires_at: Instant;
}

declare module '../database/tables.ts' {
  interface Database {
    lease: LeaseTable;
  }
}

/** Migrations of the leases. */
export const leaseTables: TableHistory = {
  '026_lease': [`create table lease (name text primary key, holder text not null, epoch bigint not null, expires_at timestamptz not null)`],
};

interface LeaseParts {
  readonly database: Kysely<Database>;
  /** Name of this instance, different for each start. */
  readonly holder: string;
  /** A monotonic clock, in ms. */
  readonly elapsed: () => number;
  readonly log: Logger;
}

const until = sql<Date>`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`;

/** Takes a free or expired lease; returns its new epoch, or null if another instance holds the lease. */
async function takeLease({ database, holder }: LeaseParts, name: string): Promise<number | null> {
  const taken = await database
    .insertInto('lease')
    .values({ name, holder, epoch: 1, expires_at: until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, epoch: sql`lease.epoch + 1`, expires_at: until })
        .where(sql<boolean>`lease.expires_at < clock_timestamp()`),
    )
    .returning('epoch')
    .executeTakeFirst();
  return taken?.epoch ?? null;
}

/** Renews a lease, even an expired one, unless it has changed hands. Returns whether this instance still holds it. */
async function renewLease({ database, holder }: LeaseParts, name: string, epoch: number): Promise<boolean> {
  const own = database.updateTable('lease').where((row) => row.and({ name, holder, epoch }));
  return (await own.set({ expires_at: until }).executeTakeFirst()).numUpdatedRows > 0n;
}

const freeLease = ({ database, holder }: LeaseParts, name: string, epoch: number) =>
  database
    .updateTable('lease')
    .where((row) => row.and({ name, holder, epoch }))
    .set({ expires_at: new Date(0) })
    .execute();

const fenceOf =
  ({ holder }: LeaseParts, name: string, epoch: number): Fence =>
  async (tx) => {
    const own = tx
      .selectFrom('lease')
      .select('epoch')
      .where((row) => row.and({ name, holder, epoch }));
    if ((await own.forShare().executeTakeFirst()) === undefined) throw new LeaseLost(name);
  };

/**
 * Creates the leases of an instance among several, as rows whose epoch rises with every change of hands. All times are by the database's clock, so a wrong
 * clock of an instance has no effect; the fence refuses writes of an instance that was suspended for longer than its lease.
 */
export function databaseLeases(parts: LeaseParts): Leases {
  const { elapsed, log } = parts;
  const takeOne = async ({ name, start }: SingletonJob): Promise<JobHandle> => {
    const outcome = logOnce(log, { lost: `the lease of ${name} cannot be renewed`, back: `the lease of ${name} is renewed again` });
    let held: { readonly epoch: number; readonly stop: () => Promise<void> } | null = null;
    let lastWell = elapsed();
    let timer: NodeJS.Timeout | undefined;
    let isClosed = false;
    const leave = async () => {
      const stop = held?.stop;
      held = null;
      await stop?.();
    };
    const beat = async () => {
      try {
        if (held === null) {
          const epoch = await takeLease(parts, name);
          if (epoch !== null) held = { epoch, stop: await start(fenceOf(parts, name, epoch)) };
        } else if (!(await renewLease(parts, name, held.epoch))) {
          log.warn({ lease: name }, 'another instance has taken over');
          await leave();
        }
        lastWell = elapsed();
        outcome.worked();
      } catch (error) {
        outcome.failed(error);
        if (elapsed() - lastWell > UNSURE_MS) await leave();
      }
    };
    let beating = beat();
    const begin = () => {
      if (isClosed) return;
      timer = setTimeout(() => {
        beating = beat().finally(begin);
      }, BEAT_MS);
    };
    await beating;
    begin();
    return {
      close: async () => {
        isClosed = true;
        clearTimeout(timer);
        await beating;
        const epoch = held?.epoch;
        await leave();
        if (epoch !== undefined) await freeLease(parts, name, epoch).catch(() => undefined);
      },
    };
  };
  return { take: takeOne };
}
