import { sql, type RawBuilder } from 'kysely';

/** Whom a device works for at this moment, as a value to be written; null for nobody. */
export const ownerNow = (serial: string | null): RawBuilder<string | null> =>
  sql<string | null>`(select location.owned_by from deployment join location on location.id = deployment.location_id
    where deployment.device_serial = ${serial} and deployment.closed_date is null)`;
