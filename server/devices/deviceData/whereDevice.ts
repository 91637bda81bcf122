/** The location of a device, and for each part of its data a text that changes with that part. */

import { sql, type Kysely } from 'kysely';
import { z } from '#contract/schema';
import { metadataState } from '../metadata/formerMetadata.ts';
import { catalogueVersion } from '../../errorCodes/errorCodeStore.ts';
import type { Database } from '../../platform/database/tables.ts';

const rowShape = z.object({
  serial: z.string(),
  location_id: z.nullable(z.string()),
  organisation: z.nullable(z.string()),
  maps: z.string(),
  network: z.string(),
  metadata: z.string(),
  error_codes: z.string(),
});

/** The location of a device, and for each part of its data a text that changes with that part; '' if there is no data. */
export type DeviceDataVersions = z.infer<typeof rowShape>;

/** Reads the state of the data of some devices. The texts are derived from stored values and reveal no secret. Source: ONEMAP4. */
export async function readDataStates(database: Kysely<Database>, serials: readonly string[]): Promise<readonly DeviceDataVersions[]> {
  if (serials.length === 0) return [];
  const { rows } = await sql`
    select device.serial, deployment.location_id, deployment.organisation,
      coalesce((select md5(string_agg(site_map.id || site_map.versions::text, ',' order by site_map.id)) from site_map
        join greenhouse on greenhouse.id = site_map.greenhouse_id and greenhouse.map_id = site_map.id
        where greenhouse.location_id = deployment.location_id and not greenhouse.archived and not site_map.archived), '') as maps,
      coalesce(md5(location_network.sealed), '') as network,
      ${metadataState} as metadata,
      ${catalogueVersion} as error_codes
    from device
    left join deployment on deployment.device_serial = device.serial and deployment.closed_date is null
    left join location_network on location_network.location_id = deployment.location_id
    left join device_secret on device_secret.serial = device.serial
    where device.serial = any(${[...serials]}::text[])`.execute(database);
  return z.array(rowShape).parse(rows);
}
