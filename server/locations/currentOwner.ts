/** SQL for the current owner of a device, its owner at a time, and the time of its messages. */

import { sql, type RawBuilder } from 'kysely';

/** A value, or SQL for it. For many rows, use a column, because planning a statement with a value per row takes a millisecond per row. */
type OrSql<Value> = Value | RawBuilder<Value>;

/** Returns SQL for the organisation for which a device works now; null if it works for none. */
export const ownerNow = (serial: string | null): RawBuilder<string | null> =>
  sql<string | null>`(select organisation from deployment where device_serial = ${serial} and closed_date is null)`;

/** Returns SQL for the organisation for which a device worked at a time; null if it worked for none. Source: OWN1. */
export const ownerAt = (serial: OrSql<string>, at: OrSql<Date>): RawBuilder<string | null> =>
  sql<string | null>`(select organisation from deployment where device_serial = ${serial} and creation_date <= ${at}
    and (closed_date is null or closed_date > ${at}) order by creation_date limit 1)`;

/**
 * Returns SQL for the time of a device's message: when the event happened or, if the device worked for another organisation then, the time of its last move. A
 * message belongs to the organisation for which the device works when it arrives, so no message reaches back into the former owner's time. Source: OWN4.
 */
export const ownTime = (serial: OrSql<string>, happenedAt: OrSql<Date>, receivedAt: OrSql<Date>): RawBuilder<Date> =>
  sql<Date>`case when coalesce(${ownerAt(serial, happenedAt)}, ${ownerAt(serial, receivedAt)}) is not distinct from ${ownerAt(serial, receivedAt)} then ${happenedAt}::timestamptz
    else greatest(${happenedAt}::timestamptz, (select max(move) from deployment, lateral (values (creation_date), (closed_date)) as moves (move)
      where device_serial = ${serial} and move <= ${receivedAt}::timestamptz)) end`;
