import { sql, type RawBuilder } from 'kysely';

/** SQL for the organisation that a device works for now; null when it works for none. */
export const ownerNow = (serial: string | null): RawBuilder<string | null> =>
  sql<string | null>`(select location.owned_by from deployment join location on location.id = deployment.location_id
    where deployment.device_serial = ${serial} and deployment.closed_date is null)`;
