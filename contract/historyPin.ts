/** Kept spans of the history, which retention does not remove: pinned spans, and the spans around incidents and notes. Announced as `history_pins`. */

import { call } from './call.ts';
import { clientId, instant, optionalInstant, paged, pageQuery, utcInstant, z } from './schema.ts';

/** Maximum length of a pinned span, in hours: as much as one file of the console holds. */
export const MAX_PIN_HOURS = 12;
/** Maximum number of pinned spans of an organisation. */
export const MAX_PINS = 200;
/** Maximum total length of the pinned spans of an organisation, in days. */
export const MAX_PINNED_DAYS = 30;
/** Maximum length of the reason of a pinned span, in characters. */
export const MAX_PIN_REASON = 200;
/** Maximum number of devices that a pinned span names. */
const MAX_PIN_SERIALS = 1_000;

/** A kept span, from `from` to `to` (exclusive). */
const keptSpan = z.object({
  /** The id of the pin, of the incident or of the note. */
  id: z.string(),
  /** The reason for keeping the span: `pin` for a request of a person, `incident` or `note` for the time around one. */
  kind: z.enum(['pin', 'incident', 'note']),
  from: instant,
  to: instant,
  /** The devices; null for all that worked for the organisations at the time, or, without organisations, for all devices. */
  serials: z.nullish(z.array(z.string())),
  /** The names of the organisations to whose history the span belongs; empty for the provider's staff. */
  organisations: z.array(z.string()),
  /** The reason stated by a person, the error code of an incident, or the text of a note. */
  reason: z.nullish(z.string()),
  /** The name of the person who keeps the span; null for an incident, and after the account of the person was deleted. */
  author: z.nullish(z.string()),
  kept_at: optionalInstant,
  /** Whether the caller may release the span: authors may release their own pinned spans, administrators also those of others. */
  may_release: z.boolean(),
});
/** A kept span, which retention does not remove. */
export type KeptSpan = z.infer<typeof keptSpan>;

/**
 * Returns the kept spans: pinned ones, then ten minutes before and after each incident and each note on a moment; both sorted by time, newest first. A caller
 * gets those of the caller's organisations at the time, and of the notes those that `getBookmarks` returns; `total` counts the same, incidents up to ten
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
 * Pins a span until it is released: for the devices in `serials`, or for all that worked for the caller's organisations at the time, within the times
 * in which they did. `id` is a UUID created by the client: a repeated request has no further effect. Fails: 400 for a span that ends before it
 * starts, is longer than `MAX_PIN_HOURS` or ends in the future, and for a reason that is empty, too long or has control characters; 404 for a device
 * that never worked for the caller; 403 for a caller without an organisation; 409 for the id of another person's span, and if the organisation has
 * `MAX_PINS` pinned spans or would exceed `MAX_PINNED_DAYS` in total; a span of several organisations counts only for exactly this set of
 * organisations.
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
 * Releases a pinned span: retention then removes it together with other data of the same age. Fails: 404 for a span that the caller does not see or that was
 * already released; 403 for a span of somebody else, unless the caller is an administrator.
 */
export const postReleaseSpan = call({
  method: 'POST',
  path: 'history/kept/{id}/release',
  summary: 'Release a pinned span of the history.',
  answer: z.object({ result: z.boolean() }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const historyPinCalls = { getKeptSpans, postPinSpan, postReleaseSpan } as const;
