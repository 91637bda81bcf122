/** The deployments of devices in a span: their organisations and locations, with the names of all three. */

import { type Kysely, sql } from 'kysely';
import type { Service } from '#domain/devices/ownershipPeriods';
import { covers } from '../../locations/visibility.ts';
import type { Database } from '../../platform/database/tables.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';
import type { Scope } from '../../platform/principal.ts';
import type { TimeSpan } from '../reports/reportSpan.ts';

/** A period in which a device worked for an organisation at a location. */
export interface DeployedTime extends Service {
  readonly id: string;
  readonly serial: string;
  readonly locationId: string;
  /** The current owner of the location. */
  readonly locationOwner: string;
  /** The current names, which a former owner of the device or the location must not see. */
  readonly deviceName: string;
  readonly locationName: string;
  readonly organisationName: string;
}

/** Returns the deployments that overlap a span for organisations of a scope, sorted by device and time. */
export async function deployedTimes(database: Kysely<Database>, scope: Scope, { from, to }: TimeSpan): Promise<readonly DeployedTime[]> {
  const rows = await database
    .selectFrom('deployment')
    .innerJoin('device', 'device.serial', 'deployment.device_serial')
    .innerJoin('location', 'location.id', 'deployment.location_id')
    .leftJoin('organisation', 'organisation.id', 'deployment.organisation')
    .select(['deployment.id', 'deployment.device_serial as serial', 'deployment.location_id', 'deployment.organisation'])
    .select(['deployment.creation_date', 'deployment.closed_date'])
    .select(['device.name as device_name', 'location.name as location_name', 'location.owned_by', 'organisation.name as organisation_name'])
    .where('deployment.creation_date', '<', new Date(to))
    .where((on) => on.or([on('deployment.closed_date', 'is', null), on('deployment.closed_date', '>', new Date(from))]))
    .$if(scope !== 'all', (query) =>
      query.where(sql<boolean>`deployment.organisation = any (${scope === 'all' ? [] : [...scope]}::text[])`),
    )
    .orderBy('deployment.device_serial')
    .orderBy('deployment.creation_date')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    serial: row.serial,
    locationId: row.location_id,
    organisation: row.organisation,
    from: row.creation_date.getTime(),
    until: row.closed_date?.getTime() ?? null,
    locationOwner: row.owned_by,
    deviceName: row.device_name,
    locationName: row.location_name,
    organisationName: row.organisation_name ?? row.organisation,
  }));
}

/** Throws 404 for an unknown location, and for a location of another organisation at which no device ever worked for an organisation of the scope. */
export async function requireKnownLocation(database: Kysely<Database>, scope: Scope, id: string): Promise<void> {
  const place = await database.selectFrom('location').select('owned_by').where('id', '=', id).executeTakeFirst();
  if (place !== undefined && covers(scope, place.owned_by)) return;
  const worked =
    place === undefined || scope === 'all'
      ? undefined
      : await database
          .selectFrom('deployment')
          .select('id')
          .where('location_id', '=', id)
          .where(sql<boolean>`organisation = any (${[...scope]}::text[])`)
          .limit(1)
          .executeTakeFirst();
  if (worked === undefined) throw createFailure('noLocation');
}
