/** Spans of the history that stay when the rest of their time is removed by its age: pinned ones, those of incidents and of notes. Announced as `history_pins`. */

import { call } from './call.ts';
import { clientId, instant, optionalInstant, paged, pageQuery, utcInstant, z } from './schema.ts';

/** Longest pinned span, in hours: as much as one file of the console holds. */
export const MAX_PIN_HOURS = 12;
/** Maximum number of pinned spans of an organisation. */
export const MAX_PINS = 200;
/** Maximum sum of the pinned spans of an organisation, in days. */
export const MAX_PINNED_DAYS = 30;
/** Longest reason of a pinned span, in characters. */
export const MAX_PIN_REASON = 200;
/** Maximum number of devices that a pinned span names. */
const MAX_PIN_SERIALS = 1_000;

/** A span that stays: from `from` to `to`, exclusive. */
const keptSpan = z.object({
  /** The id of the pin, of the incident or of the note. */
  id: z.string(),
  /** Why the span is kept: `pin`, a person asked for it; `incident` and `note`, the minutes around one. */
  kind: z.enum(['pin', 'incident', 'note']),
  from: instant,
  to: instant,
  /** The devices; null for all that worked for the organisations then, or of everybody if it is of none. */
  serials: z.nullish(z.array(z.string())),
  /** The names of the organisations whose history it is; empty for the provider's staff. */
  organisations: z.array(z.string()),
  /** The reason of a person, the error code of an incident, the text of a note. */
  reason: z.nullish(z.string()),
  /** The name of the person who keeps it; null for an incident, and after the account of the person was deleted. */
  author: z.nullish(z.string()),
  kept_at: optionalInstant,
  /** Whether the caller may release it: a pinned span of the own, and as an administrator one of others. */
  may_release: z.boolean(),
});
/** A span that stays when the rest of its time is removed by its age. */
export type KeptSpan = z.infer<typeof keptSpan>;

/**
 * The spans that stay: pinned ones, then ten minutes before and after each incident and each note on a moment, in both the latest first. A caller gets those
 * of the own organisations at that time, and of the notes those that `getBookmarks` returns; `total` counts the same, incidents up to ten
 * seconds late.
 */
export const getKeptSpans = call({
  method: 'GET',
  path: 'history/kept',
  summary: 'The spans of the history that are kept beyond their time.',
  query: pageQuery,
  answer: paged(keptSpan),
});

/**
 * Pins a span until it is released: of the devices in `serials`, or of all that worked for the caller's organisations then, within the times in which they did.
 * `id` is a UUID that the client creates: a repeated request does nothing more. Fails: 400 for a span that ends before it begins, is longer than `MAX_PIN_HOURS` or
 * has not come, and for a reason that is empty, too long or has control characters; 404 for a device that never worked for the caller; 403 for a caller without an
 * organisation; 409 for an id of somebody else, and when the organisation has `MAX_PINS` pinned spans or they would be longer than `MAX_PINNED_DAYS` together; spans of
 * several organisations count for exactly these.
 */
export const postPinSpan = call({
  method: 'POST',
  path: 'history/kept',
  summary: 'Keep a span of the history beyond its time.',
  body: z.object({
    id: clientId,
    from: utcInstant,
    to: utcInstant,
    serials: z.nullish(z.array(z.string()).check(z.minLength(1), z.maxLength(MAX_PIN_SERIALS))),
    reason: z.string().check(z.maxLength(10 * MAX_PIN_REASON)),
  }),
  answer: z.object({ result: keptSpan }),
});

/**
 * Releases a pinned span: it is removed when its time is. Fails: 404 for one that the caller does not see, or that was released before; 403 for one of somebody
 * else, unless the caller is an administrator.
 */
export const postReleaseSpan = call({
  method: 'POST',
  path: 'history/kept/{id}/release',
  summary: 'Release a pinned span of the history.',
  answer: z.object({ result: z.boolean() }),
});

/** The calls of this file; `calls.ts` joins those of all files. */
export const historyPinCalls = { getKeptSpans, postPinSpan, postReleaseSpan } as const;
