/** The data that the threads read: blocks of the history in the database, and the periods in which devices worked for organisations. */

import type { Kysely } from 'kysely';
import type { Service } from '#domain/devices/ownershipPeriods';
import { chunks } from '../../platform/database/chunks.ts';
import type { Database } from '../../platform/database/tables.ts';

/** Number of blocks that one statement reads: several MB. */
const READ_AT_ONCE = 20;

/** The metadata of a block, without its reports. */
export interface BlockRow {
  readonly id: number;
  readonly report_count: number;
}

/** Reads the bytes of blocks, in the given order. Throws if a block no longer exists. */
export async function* readBlocks(database: Kysely<Database>, blocks: readonly BlockRow[]): AsyncGenerator<Buffer> {
  for (const part of chunks(blocks, READ_AT_ONCE)) {
    const ids = part.map(({ id }) => id);
    const rows = await database.selectFrom('history_block').select(['id', 'reports']).where('id', 'in', ids).execute();
    const byId = new Map(rows.map(({ id, reports }) => [id, reports]));
    for (const id of ids) {
      const reports = byId.get(id);
      if (reports === undefined) throw new Error('blocks of the history were joined while they were sealed');
      yield reports;
    }
  }
}

/** Returns the periods in which devices worked for organisations, by serial. */
export async function readServices(database: Kysely<Database>): Promise<ReadonlyMap<string, readonly Service[]>> {
  const rows = await database
    .selectFrom('deployment')
    .select(['device_serial', 'organisation', 'creation_date', 'closed_date'])
    .orderBy('creation_date')
    .execute();
  const services = new Map<string, Service[]>();
  for (const { device_serial, organisation, creation_date, closed_date } of rows) {
    const known = services.get(device_serial) ?? [];
    services.set(device_serial, known);
    known.push({ organisation, from: creation_date.getTime(), until: closed_date?.getTime() ?? null });
  }
  return services;
}
