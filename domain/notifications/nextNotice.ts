/** The next notice to a person about a site: which troubles are combined, whether it makes a sound, and when the trouble is over. */

/** The last notice that was sent to a person about a site; `rangAt` is in ms since epoch. */
export interface SentNotice {
  readonly serials: readonly string[];
  readonly rangAt: number;
}

/** A device that is in trouble now; `isNew` means that the trouble began after the person selected the device; older trouble causes no notice. */
export interface OpenTrouble {
  readonly serial: string;
  readonly isNew: boolean;
}

/** The next notice about a site: none, that the trouble is over, or the trouble, with or without a sound. */
export type NextNotice =
  | { readonly kind: 'none' }
  | { readonly kind: 'over' }
  | { readonly kind: 'trouble'; readonly serials: readonly string[]; readonly silent: boolean };

/** Troubles at one site within this time, in ms, are combined into one notice. */
export const GATHER_MS = 2_000;
/** A notice that follows another one about its site within this time, in ms, replaces that one without a sound. */
export const QUIET_MS = 10_000;

const NONE: NextNotice = { kind: 'none' };

/** Returns the next notice to a person about a site. Each trouble makes a sound at most once. Source: PUSH3. */
export function nextNotice(sent: SentNotice | undefined, open: readonly OpenTrouble[], now: number): NextNotice {
  const known = new Set(sent?.serials);
  const serials = open.filter(({ serial, isNew }) => isNew || known.has(serial)).map(({ serial }) => serial);
  if (serials.length === 0) return known.size > 0 ? { kind: 'over' } : NONE;
  const begins = serials.some((serial) => !known.has(serial));
  if (!begins && serials.length === known.size) return NONE;
  return { kind: 'trouble', serials, silent: !begins || (sent !== undefined && now - sent.rangAt < QUIET_MS) };
}
