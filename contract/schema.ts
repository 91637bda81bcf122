import { config, z } from 'zod';

// Must run before the first schema is built: zod's fast path needs `eval`, which the console's content security policy forbids.
config({ jitless: true });

/** zod, configured for a page without `unsafe-eval`. All schemas of the contract use it. */
export { z };

/** An instant in a response: ISO 8601 in UTC with `Z` (`2026-03-04T13:05:00Z`); an offset is accepted too. Source: checklist, conventions. */
export const instant = z.iso.datetime({ offset: true });

/** An instant that may be missing, null or ''. */
export const optionalInstant = z.union([instant, z.literal('')]).nullish();

/** An instant in a request: ISO 8601 in UTC with `Z`. Source: checklist, conventions. */
export const utcInstant = z.iso.datetime();

/** The query parameters of paged calls: `page` starts at 0, `per_page` is 1..100 (default 10). Source: GAP-32, conventions. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(0).default(0),
  per_page: z.coerce.number().int().min(1).max(100).default(10),
});

/** Builds the schema of a paged response: `total` counts all matching rows, `results` holds one page. Source: CALL-113. */
export const paged = <Row extends z.ZodType>(row: Row) => z.object({ total: z.number().int().min(0), results: z.array(row) });

/** The body of a failed response: `"<kind>: <text>"`; `alertText` hides the kind for 400, 404 and 409. */
export const errorBody = z.object({ error: z.string() });
