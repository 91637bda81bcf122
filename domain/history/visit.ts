/** When a person last looked at the fleet in this browser, as the dashboard remembers it. */

import { z } from '#contract/schema';
import { DAY_MS, MINUTE_MS } from '../text/timeUnits.ts';

/** A person who looked away for longer comes back as to another visit, in ms. */
export const AWAY_MS = 30 * MINUTE_MS;
/** The longest time for which the card lists what happened meanwhile, in ms: a weekend and the days around it. */
export const LONGEST_MS = 7 * DAY_MS;

/** A visit; instants in ms since epoch. */
export interface Visit {
  readonly username: string;
  /** When the visit before ended; null where this is the first one of the person in this browser. */
  readonly since: number | null;
  readonly beganAt: number;
  /** When the person was last seen. */
  readonly seenAt: number;
}

const stored = z.object({ username: z.string(), since: z.nullable(z.number()), beganAt: z.number(), seenAt: z.number() });

/** Parses a remembered visit of a person; null for that of another one, and for any other text. */
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

/** Returns the visit of a person who is here at an instant: the same one, or another after `AWAY_MS`. A remembered instant that is yet to come, by another clock, counts as now. */
export function visitAt(known: Visit | null, username: string, now: number): Visit {
  if (known === null) return { username, since: null, beganAt: now, seenAt: now };
  const seenAt = Math.min(known.seenAt, now);
  if (now - seenAt > AWAY_MS) return { username, since: seenAt, beganAt: now, seenAt: now };
  return { ...known, since: known.since === null ? null : Math.min(known.since, now), beganAt: Math.min(known.beganAt, now), seenAt: now };
}

/** Returns since when the card lists what happened, and whether that is since the last visit: otherwise it is a day, or `LONGEST_MS`. */
export function listedSince({ since, beganAt }: Visit): { readonly from: number; readonly isLastVisit: boolean } {
  if (since === null) return { from: beganAt - DAY_MS, isLastVisit: false };
  return beganAt - since > LONGEST_MS ? { from: beganAt - LONGEST_MS, isLastVisit: false } : { from: since, isLastVisit: true };
}
