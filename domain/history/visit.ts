/** A person's visits of the fleet in this browser, as the dashboard remembers them: the current one, and the end of the previous one. */

import { z } from '#contract/schema';
import { DAY_MS, MINUTE_MS } from '../text/timeUnits.ts';

/** Time of absence, in ms, after which a person's return counts as a new visit. */
export const AWAY_MS = 30 * MINUTE_MS;
/** Maximum span of the card's list, in ms: a weekend and the days around it. */
export const LONGEST_MS = 7 * DAY_MS;

/** A visit; instants in ms since epoch. */
export interface Visit {
  readonly username: string;
  /** The end of the previous visit; null if this is the person's first visit in this browser. */
  readonly since: number | null;
  readonly beganAt: number;
  /** The last time at which the person was present. */
  readonly seenAt: number;
}

const stored = z.object({ username: z.string(), since: z.nullable(z.number()), beganAt: z.number(), seenAt: z.number() });

/** Parses the remembered visit of a person; null for another person's visit, and for any other text. */
export function visitIn(text: string | null, username: string): Visit | null {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
  const visit = stored.safeParse(parsed);
  return visit.success && visit.data.username === username ? visit.data : null;
}

/**
 * Returns the visit of a person who is present at an instant: the same one, or a new one after `AWAY_MS`. A remembered instant in the future, by
 * another clock, counts as now.
 */
export function visitAt(known: Visit | null, username: string, now: number): Visit {
  if (known === null) return { username, since: null, beganAt: now, seenAt: now };
  const seenAt = Math.min(known.seenAt, now);
  if (now - seenAt > AWAY_MS) return { username, since: seenAt, beganAt: now, seenAt: now };
  return { ...known, since: known.since === null ? null : Math.min(known.since, now), beganAt: Math.min(known.beganAt, now), seenAt: now };
}

/** Returns the start of the span that the card lists, and whether it is the end of the last visit; otherwise the span is a day, or `LONGEST_MS`. */
export function listedSince({ since, beganAt }: Visit): { readonly from: number; readonly isLastVisit: boolean } {
  if (since === null) return { from: beganAt - DAY_MS, isLastVisit: false };
  return beganAt - since > LONGEST_MS ? { from: beganAt - LONGEST_MS, isLastVisit: false } : { from: since, isLastVisit: true };
}
