/** The next notice to a person about a site: which troubles are combined, whether it makes a sound, and when the trouble is over. */

import type { TroubleKind } from './deviceWatch.ts';
import type { MissedNotice } from './missedNotice.ts';

/** A trouble of which a person was notified; `kind` is null where an older version stored the device alone. */
export interface NotifiedTrouble {
  readonly serial: string;
  readonly kind: TroubleKind | null;
}

/** A trouble of which a person was notified, and which ended; `endedAt` is in ms since epoch. */
export interface EndedTrouble extends NotifiedTrouble {
  readonly endedAt: number;
}

/** The last notice that was sent to a person about a site; it names no trouble if that is over. `rangAt` is in ms since epoch, 0 before its first sound. */
export interface SentNotice {
  readonly troubles: readonly NotifiedTrouble[];
  /** What ended lately. */
  readonly ended: readonly EndedTrouble[];
  /** The browsers that did not get the notice. */
  readonly missed: readonly MissedNotice[];
  /** The browsers to which the notice is being sent: once the server has ended, they count as ones that missed it. */
  readonly underway: readonly MissedNotice[];
  readonly rangAt: number;
}

/**
 * A device that is in trouble now. `isNew` means that the trouble began after the person selected the device; older trouble causes no notice, except with
 * `isCarried`: the person was notified of it at the site where the device was before.
 */
export interface OpenTrouble {
  readonly serial: string;
  readonly kind: TroubleKind;
  readonly isNew: boolean;
  readonly isCarried: boolean;
}

/** The next notice about a site: no notice, the end of the trouble, or the trouble, with or without a sound. */
export type NextNotice =
  | { readonly kind: 'none' }
  | { readonly kind: 'over' }
  | { readonly kind: 'trouble'; readonly troubles: readonly NotifiedTrouble[]; readonly silent: boolean };

/** Troubles at one site within this time, in ms, are combined into one notice. */
export const GATHER_MS = 2_000;
/**
 * A notice that follows the sound of another one about its site within this time, in ms, replaces that one without a sound. A trouble that returns within this
 * time after its end is the same one.
 */
export const QUIET_MS = 10_000;

const NONE: NextNotice = { kind: 'none' };

/** Returns whether a trouble is the one of which a person was notified: a lost device that returns in error is in another trouble. */
export const isSameTrouble = (notified: NotifiedTrouble, { serial, kind }: NotifiedTrouble): boolean =>
  notified.serial === serial && (notified.kind ?? kind) === kind;

const isRecent = (at: number, now: number): boolean => Math.abs(now - at) < QUIET_MS;

/** Returns the next notice to a person about a site. Each trouble makes a sound at most once. Source: PUSH3. */
export function nextNotice(sent: SentNotice | undefined, open: readonly OpenTrouble[], now: number): NextNotice {
  const notified = sent?.troubles ?? [];
  const known = new Set(notified.map(({ serial }) => serial));
  const shown = open.filter(({ serial, isNew, isCarried }) => isNew || isCarried || known.has(serial));
  if (shown.length === 0) return notified.length > 0 ? { kind: 'over' } : NONE;
  const begun = shown.filter((trouble) => !notified.some((one) => isSameTrouble(one, trouble)));
  if (begun.length === 0 && shown.length === notified.length) return NONE;
  const returned = sent?.ended.filter(({ endedAt }) => isRecent(endedAt, now)) ?? [];
  const isKnown = begun.every((trouble) => trouble.isCarried || returned.some((one) => isSameTrouble(one, trouble)));
  const troubles = shown.map(({ serial, kind }) => ({ serial, kind }));
  return { kind: 'trouble', troubles, silent: isKnown || (sent !== undefined && isRecent(sent.rangAt, now)) };
}

/** Returns the record of a notice that is sent, with what ended lately. Source: PUSH3. */
export function afterNotice(sent: SentNotice | undefined, next: Exclude<NextNotice, { kind: 'none' }>, now: number): SentNotice {
  const troubles = next.kind === 'over' ? [] : next.troubles;
  const isOpen = ({ serial }: NotifiedTrouble) => troubles.some((one) => one.serial === serial);
  const ended = [
    ...(sent?.troubles ?? []).map(({ serial, kind }) => ({ serial, kind, endedAt: now })),
    ...(sent?.ended ?? []).filter(({ endedAt }) => isRecent(endedAt, now)),
  ];
  const isSilent = next.kind === 'over' || next.silent;
  // A record that begins silently has no sound yet, so it quiets nothing.
  const rangAt = isSilent ? (sent?.rangAt ?? 0) : now;
  return { troubles, ended: ended.filter((one) => !isOpen(one)), missed: sent?.missed ?? [], underway: sent?.underway ?? [], rangAt };
}

/** Returns whether a record says nothing of a notice that comes now. */
export const isSpent = ({ troubles, ended, rangAt }: SentNotice, now: number): boolean =>
  troubles.length === 0 && !isRecent(rangAt, now) && !ended.some(({ endedAt }) => isRecent(endedAt, now));
