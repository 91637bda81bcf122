import { sql, type RawBuilder } from 'kysely';

/** SQL for the organisation that a device works for now; null when it works for none. */
export const ownerNow = (serial: string | null): RawBuilder<string | null> =>
  sql<string | null>`(select organisation from deployment where device_serial = ${serial} and closed_date is null)`;

/** SQL for the organisation that a device worked for at a time; null when it worked for none. Source: OWN1. */
export const ownerAt = (serial: string, at: Date): RawBuilder<string | null> =>
  sql<string | null>`(select organisation from deployment where device_serial = ${serial} and creation_date <= ${at}
    and (closed_date is null or closed_date > ${at}) order by creation_date limit 1)`;
