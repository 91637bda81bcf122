/** The instants at which the network of a device's location and its metadata changed, and at which the device fetched them (`data_fetch`). */

import { sql, type Kysely } from 'kysely';
import type { DataFetch, Device } from '#contract/devices/device';
import { z } from '#contract/schema';
import type { Database } from '../platform/database/tables.ts';
import { metadataState } from './metadata/formerMetadata.ts';

const part = z.object({ changed_at: z.nullable(z.date()), asked_at: z.nullable(z.date()), is_current: z.nullable(z.boolean()) });
const rowShape = z.object({ serial: z.string(), network: part, metadata: part });

/** The instants at which the network of a device's location and its metadata changed, and at which the device fetched them. */
export type DataFetches = Pick<z.infer<typeof rowShape>, 'network' | 'metadata'>;

/**
 * Returns, per device, the instants at which the network of its location and its metadata changed, and at which it fetched them; devices without any of these
 * instants are left out.
 */
export async function readDataFetches(database: Kysely<Database>, serials: readonly string[]): Promise<ReadonlyMap<string, DataFetches>> {
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select device.serial, location_network.changed_at as network_changed, network.fetched_at as network_asked,
      network.state = md5(location_network.sealed) as network_current,
      metadata_change.changed_at as metadata_changed, metadata.fetched_at as metadata_asked,
      case when metadata.serial is not null then metadata.state = ${metadataState} end as metadata_current
    from device
    left join deployment on deployment.device_serial = device.serial and deployment.closed_date is null
    left join location_network on location_network.location_id = deployment.location_id
    left join data_fetch network on network.serial = device.serial and network.part = 'network'
    left join data_fetch metadata on metadata.serial = device.serial and metadata.part = 'metadata'
    left join device_secret on device_secret.serial = device.serial
    left join metadata_change on metadata_change.serial = device.serial
    where device.serial = any(${[...serials]}::text[]) and coalesce(location_network.changed_at, network.fetched_at,
      metadata_change.changed_at, metadata.fetched_at) is not null`.execute(database);
  const partOf = (row: Readonly<Record<string, unknown>>, name: string) => ({
    changed_at: row[`${name}_changed`],
    asked_at: row[`${name}_asked`],
    is_current: row[`${name}_current`],
  });
  return new Map(
    rows.map((row) => {
      const { serial, ...of } = rowShape.parse({
        serial: row['serial'],
        network: partOf(row, 'network'),
        metadata: partOf(row, 'metadata'),
      });
      return [serial, of];
    }),
  );
}

/** Returns the field `data_fetches` of a device in a response, without instants from the time of another owner. `since` in ms since epoch. */
export function dataFetchesOf(of: DataFetches | undefined, since: number): Pick<Device, 'data_fetches'> {
  if (of === undefined) return {};
  const own = (at: Date | null) => (at !== null && at.getTime() >= since ? at.toISOString() : null);
  const answered = ({ changed_at, asked_at, is_current }: DataFetches['network']): DataFetch | null =>
    own(changed_at) === null && own(asked_at) === null
      ? null
      : { changed_at: own(changed_at), asked_at: own(asked_at), is_current: is_current === true };
  return { data_fetches: { network: answered(of.network), metadata: answered(of.metadata) } };
}
