import { config, z } from 'zod';

// Must run before the first schema is built: zod's fast path needs `eval`, which the console's policy forbids.
config({ jitless: true });

/** zod, set up for a page without `unsafe-eval`. Every schema of the contract is built with this one. */
export { z };

/** An instant on the wire: ISO 8601 in UTC with `Z`, for example `2026-03-04T13:05:00Z`. Source: checklist, conventions. */
export const instant = z.iso.datetime();

/** The query of every paged call: `page` counts from 0, `per_page` is 1..100 (default 10). Source: GAP-32, conventions. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(0).default(0),
  per_page: z.coerce.number().int().min(1).max(100).default(10),
});

/** A paged answer: `total` counts all matching rows, `results` holds one page. Source: CALL-113. */
export const paged = <Row extends z.ZodType>(row: Row) => z.object({ total: z.number().int().min(0), results: z.array(row) });

/** The body of every failed call: `"<kind>: <text>"`; the part before the first `": "` is never shown for 400, 404 and 409. */
export const errorBody = z.object({ error: z.string() });
