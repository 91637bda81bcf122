/**
 * Schemas shared by all files: `z` (`zod/mini`), `instant` (ISO 8601 in UTC), `localTime`, `utcInstant`, `clientId`, `writtenNumber`, `pageQuery`, `paged`,
 * `hasOlder` and `errorBody`.
 */

import { z } from 'zod/mini';

/**
 * The schema library of console and server. Its mini variant has functions instead of methods, so the console loads only the functions that its schemas use. It
 * has no fast path by `eval`, which the content security policy forbids.
 */
export { z };

/** An instant in a response: ISO 8601 in UTC with `Z` (`2026-03-04T13:05:00Z`); an offset is accepted too. Source: checklist, conventions. */
export const instant = z.iso.datetime({ offset: true });

/** An instant that may be missing, null or ''. */
export const optionalInstant = z.nullish(z.union([instant, z.literal('')]));

/**
 * A local time without offset (`2025-03-04T14:05:00`). Some servers append a `Z` to every time; here it does not mean UTC and is accepted. Source: checklist,
 * conventions; CLOCKS5.
 */
export const localTime = z.iso.datetime({ local: true, offset: false });

/** A local time that may be missing, null or ''. */
export const optionalLocalTime = z.nullish(z.union([localTime, z.literal('')]));

/** An instant in a request: ISO 8601 in UTC with `Z`. Source: checklist, conventions. */
export const utcInstant = z.iso.datetime();

/** An id created by the client: a UUID, compared case-insensitively. */
export const clientId = z.uuid().check(z.toLowerCase());

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

/** Builds the schema of a number that is written as text, as in a query. A blank text is not a number, although JavaScript converts it to 0. */
export const writtenNumber = (...checks: Parameters<z.ZodMiniNumber['check']>) =>
  z.pipe(
    z.transform((value) => (isBlank(value) ? undefined : value)),
    z.coerce.number().check(...checks),
  );

/** The query parameters of paged calls: `page` starts at 0, `per_page` is 1..100 (default 10). Source: GAP-32, conventions. */
export const pageQuery = z.object({
  page: z._default(writtenNumber(z.int(), z.minimum(0)), 0),
  per_page: z._default(writtenNumber(z.int(), z.minimum(1), z.maximum(100)), 10),
});

/** Builds the schema of a paged response: `total` counts all matching rows, `results` holds one page. Source: CALL-113. */
export const paged = <Row extends z.ZodMiniType>(row: Row) => z.object({ total: z.int().check(z.minimum(0)), results: z.array(row) });

/** True if a list has reached the maximum length of a response and older rows are omitted; missing otherwise. An extension of this server. */
export const hasOlder = z.nullish(z.boolean());

/** The body of a failed response: `"<kind>: <text>"`; `alertText` hides the kind for 400, 404 and 409. */
export const errorBody = z.object({ error: z.string() });
