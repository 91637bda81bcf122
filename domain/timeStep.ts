/** Times of an export and of a comparison go in steps of this many ms. Source: CONST-046, CONST-047. */
export const STEP_MS = 300_000;

/** A zone of the IANA list; undefined is the zone of the machine. */
type Zone = string | undefined;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** The step an instant lies in, ms since epoch. Every offset in use is a multiple of 5 minutes, so a step is a step in every zone. Source: CONST-046. */
export const floorToStep = (atMs: number): number => Math.floor(atMs / STEP_MS) * STEP_MS;

/** The newest step that is not after now: where a chosen time begins. */
export const clampToPast = (atMs: number, nowMs: number): number => floorToStep(Math.min(atMs, nowMs));

/** The step before (-1) or after (+1) an instant, never after now. Ms, so an hour that occurs twice is passed through twice. */
export function stepBeside(atMs: number, by: -1 | 1, nowMs: number): number {
  const isOnStep = floorToStep(atMs) === atMs;
  const before = isOnStep ? atMs - STEP_MS : floorToStep(atMs);
  return clampToPast(by === -1 ? before : floorToStep(atMs) + STEP_MS, nowMs);
}

/** The local date and minute of an instant as a date field writes it: `2026-03-04T14:05`. */
export function localMinute(atMs: number, zone: Zone): string {
  // Swedish writes ISO 8601 but for the T.
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    ...(zone === undefined ? {} : { timeZone: zone }),
  });
  return format.format(atMs).replace(' ', 'T');
}

/**
 * The instant of a local minute, ms since epoch; null when the text is none. Of a minute that occurs twice the first; one that the clock
 * jumps over is taken by the offset before the jump (02:30 becomes 03:30). Source: TIME1.
 */
export function instantOfMinute(text: string, zone: Zone): number | null {
  const asUtc = LOCAL_TIME.test(text) ? Date.parse(`${text}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  // No zone lies further than 14 h from UTC, so a day to either side sees the offsets before and after a change of clocks.
  const byOffsetOf = (near: number) => asUtc - offsetAt(near, zone);
  const early = byOffsetOf(asUtc - DAY_MS);
  // Years of fewer than four digits, half typed: their local texts cannot be read back.
  if (Number.isNaN(early)) return null;
  return [early, byOffsetOf(asUtc + DAY_MS)].find((at) => localMinute(at, zone) === text) ?? early;
}

const offsetAt = (atMs: number, zone: Zone): number =>
  Date.parse(`${localMinute(atMs, zone)}:00Z`) - Math.floor(atMs / MINUTE_MS) * MINUTE_MS;

/** The zone a local time is in and its offset then: `Europe/Brussels, GMT+2`. It tells the two readings of an hour that occurs twice apart. */
export function zoneText(atMs: number, zone: Zone): string {
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset', ...(zone === undefined ? {} : { timeZone: zone }) });
  const offset = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${format.resolvedOptions().timeZone}, ${offset}`;
}
