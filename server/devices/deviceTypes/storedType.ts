/** The stored shape of a device type: its JSON part, its hardware revisions, its lock. */

import type { Transaction } from 'kysely';
import { z } from '#contract/schema';
import type { Database } from '../../platform/database/tables.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';

const schema = z.nullable(z.record(z.string(), z.unknown()));

/** The hardware revisions of a device type as stored; `archived` is present if true. */
export const storedRevisions = z.array(z.object({ revision_id: z.string(), archived: z.optional(z.boolean()) }));

/** The JSON part of a device type. */
export const storedType = z.object({ metadata_schema: schema, ordered_schema: schema, revisions: storedRevisions });

/**
 * Returns the type of a device with its schema, which nobody can change until the transaction ends. A caller that also locks a device must lock its
 * type first: a change of the schema writes to its devices. Throws 404.
 */
export async function lockTypeOf(tx: Transaction<Database>, serial: string) {
  const type = await tx
    .selectFrom('device_type')
    .select(['id', 'metadata_schema'])
    .where('id', '=', (device) => device.selectFrom('device').select('device_type').where('serial', '=', serial))
    .forShare()
    .executeTakeFirst();
  if (type === undefined) throw createFailure('noDevice');
  return { id: type.id, schema: schema.parse(type.metadata_schema) };
}
