/** The devices that people selected for notifications, with name, type, site and people. */

import type { Kysely } from 'kysely';
import { isPushDevice } from '#domain/people/pushSelection';
import { NOT_DEPLOYED } from '#domain/places/locationName';
import type { Database } from '../platform/database/tables.ts';

/** The site of a device: its location or, if the device is not deployed, a separate site. */
export interface Site {
  readonly id: string;
  readonly name: string;
}

/** A device that somebody with a registered browser selected. */
export interface ChosenDevice {
  readonly serial: string;
  readonly name: string;
  readonly deviceType: string;
  readonly site: Site;
  readonly people: readonly string[];
}

/** Returns the devices that people selected for notifications, by serial. */
export async function readChosenDevices(database: Kysely<Database>): Promise<ReadonlyMap<string, ChosenDevice>> {
  const rows = await database
    .selectFrom('push_setting')
    .innerJoin('device', 'device.serial', 'push_setting.serial')
    .leftJoin('deployment', (join) => join.onRef('deployment.device_serial', '=', 'device.serial').on('deployment.closed_date', 'is', null))
    .leftJoin('location', 'location.id', 'deployment.location_id')
    .select([
      'device.serial',
      'device.name',
      'device_type',
      'life_cycle_stage',
      'username',
      'location.id as site',
      'location.name as site_name',
    ])
    .where('mobile_push', '=', true)
    .where((where) =>
      where.exists(
        where.selectFrom('push_receiver').select('push_receiver.id').whereRef('push_receiver.username', '=', 'push_setting.username'),
      ),
    )
    .orderBy('device.serial')
    .orderBy('username')
    .execute();
  const chosen = new Map<string, ChosenDevice & { readonly people: string[] }>();
  for (const row of rows.filter(isPushDevice)) {
    const { serial, name, device_type: deviceType, site, site_name } = row;
    const place = site === null ? { id: serial, name: NOT_DEPLOYED } : { id: site, name: site_name ?? site };
    const device = chosen.get(serial) ?? { serial, name, deviceType, site: place, people: [] };
    device.people.push(row.username);
    chosen.set(serial, device);
  }
  return chosen;
}
