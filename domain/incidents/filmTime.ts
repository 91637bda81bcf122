/** The film of an incident in its room: its start, the second that it shows at an instant, and the offset that people set. */

import type { Incident } from '#contract/incident';
import { instantMs } from '../text/dates.ts';

/** A film: `startAt` in ms since epoch, `seconds` long. */
export interface Film {
  readonly startAt: number;
  readonly seconds: number;
}

/** Maximum offset between film and data, in seconds. */
export const MAX_OFFSET_SECONDS = 600;
/** Maximum number of incidents whose offset is stored. */
const KEPT_OFFSETS = 100;

/**
 * Returns the start of a film without an offset. The server does not report the start: it is the start of the recording if the film then contains the error,
 * otherwise the error is in the middle of the film.
 */
export function filmStart({ recordings }: Pick<Incident, 'recordings'>, errorAt: number, seconds: number): number {
  const starts = (recordings ?? []).flatMap(({ started_at: started }) => instantMs(started) ?? []);
  const recorded = Math.min(...starts);
  const holdsError = recorded <= errorAt && recorded + seconds * 1_000 >= errorAt;
  return holdsError ? recorded : errorAt - seconds * 500;
}

/** Returns the second of a film at an instant: before its start and after its end, `isInside` is false, and the first or last frame is shown. */
export function filmSecond({ startAt, seconds }: Film, at: number): { readonly second: number; readonly isInside: boolean } {
  const wanted = (at - startAt) / 1_000;
  const second = Math.min(Math.max(wanted, 0), seconds);
  return { second, isInside: second === wanted };
}

/** Returns the instant of a second of a film, in ms since epoch. */
export const filmInstant = ({ startAt }: Film, second: number): number => startAt + second * 1_000;

/** The duration of a frame, in ms, of a film whose frame rate is unknown. */
export const USUAL_FRAME_MS = 1_000 / 30;
/** The range of frames per second that a film may have. */
const LEAST_RATE = 5;
const MOST_RATE = 240;
/** Number of gaps between frames that determine the duration of a frame: several are needed, because a busy browser drops frames. */
export const KNOWN_BY_FRAMES = 6;

/**
 * Returns the duration of a frame in ms, from the seconds between consecutively shown frames; null while fewer than `KNOWN_BY_FRAMES` of these gaps have a
 * plausible frame rate.
 */
export function frameMs(gaps: readonly number[]): number | null {
  const likely = gaps.filter((gap) => gap >= 1 / MOST_RATE && gap <= 1 / LEAST_RATE);
  return likely.length < KNOWN_BY_FRAMES ? null : Math.min(...likely) * 1_000;
}

/** Parses a typed offset in seconds, with a decimal point or comma; null if it is not a number, or too large. */
export function parseOffset(text: string): number | null {
  const typed = text.trim().replace(',', '.');
  const seconds = /^[-+]?\d+(?:\.\d+)?$/.test(typed) ? Number(typed) : Number.NaN;
  return Math.abs(seconds) <= MAX_OFFSET_SECONDS ? seconds : null;
}

type Kept = readonly (readonly [id: string, seconds: number])[];

/** Parses the stored offsets, one per line; invalid lines are skipped. */
function keptIn(text: string | null): Kept {
  return (text ?? '').split('\n').flatMap((line) => {
    const [seconds, ...id] = line.split(' ');
    const offset = parseOffset(seconds ?? '');
    return offset === null || id.length === 0 ? [] : [[id.join(' '), offset] as const];
  });
}

/** Returns the stored offset of an incident, in seconds; 0 if none is stored. */
export const keptOffset = (text: string | null, id: string): number => keptIn(text).find(([kept]) => kept === id)?.[1] ?? 0;

/** Returns the stored offsets after a change of an incident's offset, newest first; 0 removes the offset. */
export function withOffset(text: string | null, id: string, seconds: number): string {
  const others = keptIn(text).filter(([kept]) => kept !== id);
  const all: Kept = seconds === 0 ? others : [[id, seconds], ...others];
  return all
    .slice(0, KEPT_OFFSETS)
    .map(([kept, offset]) => `${offset} ${kept}`)
    .join('\n');
}
