/** The next notice to a person about a site: which troubles are combined, whether it makes a sound, and when the trouble is over. */

import type { TroubleKind } from './deviceWatch.ts';

/** A trouble of which a person was notified; `kind` is null where an older version stored the device alone. */
export interface NotifiedTrouble {
  readonly serial: string;
  readonly kind: TroubleKind | null;
}

/** The last notice that was sent to a person about a site; `rangAt` is in ms since epoch. */
export interface SentNotice {
  readonly troubles: readonly NotifiedTrouble[];
  readonly rangAt: number;
}

/** A device that is in trouble now; `isNew` means that the trouble began after the person selected the device; older trouble causes no notice. */
export interface OpenTrouble {
  readonly serial: string;
  readonly kind: TroubleKind;
  readonly isNew: boolean;
}

/** The next notice about a site: none, that the trouble is over, or the trouble, with or without a sound. */
export type NextNotice =
  | { readonly kind: 'none' }
  | { readonly kind: 'over' }
  | { readonly kind: 'trouble'; readonly troubles: readonly NotifiedTrouble[]; readonly silent: boolean };

/** Troubles at one site within this time, in ms, are combined into one notice. */
export const GATHER_MS = 2_000;
/** A notice that follows another one about its site within this time, in ms, replaces that one without a sound. */
export const QUIET_MS = 10_000;

const NONE: NextNotice = { kind: 'none' };

/** Returns whether a trouble is the one of which a person was notified: a lost device that returns in error is in another trouble. */
const isSame = (notified: NotifiedTrouble, { serial, kind }: NotifiedTrouble): boolean =>
  notified.serial === serial && (notified.kind ?? kind) === kind;

/** Returns the next notice to a person about a site. Each trouble makes a sound at most once. Source: PUSH3. */
export function nextNotice(sent: SentNotice | undefined, open: readonly OpenTrouble[], now: number): NextNotice {
  const notified = sent?.troubles ?? [];
  const known = new Set(notified.map(({ serial }) => serial));
  const troubles = open.filter(({ serial, isNew }) => isNew || known.has(serial)).map(({ serial, kind }) => ({ serial, kind }));
  if (troubles.length === 0) return notified.length > 0 ? { kind: 'over' } : NONE;
  const begins = troubles.some((trouble) => !notified.some((one) => isSame(one, trouble)));
  if (!begins && troubles.length === notified.length) return NONE;
  return { kind: 'trouble', troubles, silent: !begins || (sent !== undefined && now - sent.rangAt < QUIET_MS) };
}
