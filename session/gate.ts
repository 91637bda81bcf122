/** The signature of a recorded session (a fingerprint: SHA-256 of its states), and the drift from it, as lines of text. */

import { createHash } from 'node:crypto';
import { z } from '#contract/schema';
import { canonicalState, differences, type Difference } from '#state/canonicalState';
import { stateOf } from '#state/keyframe';
import { reduceLog, type RootState } from '#state/store';
import type { FleetEvent } from '#streams/event';
import { countText } from '#domain/text/labels';
import { spanOf, type RecordedSession } from './openSession.ts';

/** A fold of the log: the console's own, or that of a changed console. */
export type Fold = (state: RootState | undefined, events: readonly FleetEvent[]) => RootState;

const sample = z.object({ file: z.string(), note: z.string(), from: z.number(), to: z.number(), devices: z.number(), size: z.number() });
const signature = z.object({ sample, blocks: z.array(z.string()), events: z.string() });
/**
 * The signature of a session. `blocks` holds the SHA-256 of the canonical state at the end of each block, the last one at the end of the session; `events`
 * holds the first `MARK_LENGTH` digits of the hash after each event. `sample` is the row of the session in the console's list.
 */
export type Signature = z.infer<typeof signature>;

/** Digits per event: enough to identify the first event after which a state differs. */
const MARK_LENGTH = 6;

/** Reads a signature. Throws for a text that is not a signature. */
export const readSignature = (json: string): Signature => signature.parse(JSON.parse(json));

/** Returns the SHA-256 of a state; equal states have the same hash, in any time zone and language. */
export const stateHash = (state: RootState): string =>
  createHash('sha256')
    .update(JSON.stringify(canonicalState(state)))
    .digest('hex');

/** The events of each block, and the state before the first one. */
export interface SessionBlocks {
  readonly before: RootState;
  readonly blocks: readonly (readonly FleetEvent[])[];
  /** The stored state before each block. */
  readonly stored: readonly RootState[];
}

/** Reads a whole session. */
export async function readBlocks(session: RecordedSession): Promise<SessionBlocks> {
  const blocks = await Promise.all(session.blocks.map((placed) => session.block(placed)));
  const stored = blocks.map(({ keyframe }) => (keyframe === null ? reduceLog(undefined, []) : stateOf(keyframe)));
  return {
    before: stored[0] ?? reduceLog(undefined, []),
    stored,
    blocks: blocks.map(({ count, eventAt }) => Array.from({ length: count }, (_, index) => eventAt(index))),
  };
}

/** Returns the signature of a session for the states that a fold computes. */
export function signSession(
  file: string,
  { info, size, blocks: placed }: RecordedSession,
  { before, blocks }: SessionBlocks,
  fold: Fold,
): Signature {
  const [ends, marks]: [string[], string[]] = [[], []];
  let state = before;
  for (const events of blocks) {
    let hash = '';
    for (const event of events) {
      state = fold(state, [event]);
      hash = stateHash(state);
      marks.push(hash.slice(0, MARK_LENGTH));
    }
    ends.push(hash);
  }
  return {
    sample: { file, note: info.note, ...spanOf({ blocks: placed }), devices: info.devices, size },
    blocks: ends,
    events: marks.join(''),
  };
}

/** The first event after which a session differs from its signature. */
export interface Drift {
  readonly event: FleetEvent;
  /** The state changes that the event causes. */
  readonly changed: readonly Difference[];
  /**
   * The differences between the stored state at the next block (the signed value) and the current one. Empty in the last block, after which no state is stored.
   */
  readonly from: readonly Difference[];
}

const changes = (before: RootState, after: RootState) => differences(canonicalState(before), canonicalState(after));

/** Returns the first event after which a session, folded event by event, differs from its signature; null if it does not differ. */
export function driftOf({ before, blocks, stored }: SessionBlocks, { events: marks, blocks: ends }: Signature, fold: Fold): Drift | null {
  let [state, count] = [before, 0];
  for (const [index, events] of blocks.entries()) {
    for (const [place, event] of events.entries()) {
      const next = fold(state, [event]);
      const hash = stateHash(next);
      const isSame = hash.slice(0, MARK_LENGTH) === marks.slice(count * MARK_LENGTH, (count + 1) * MARK_LENGTH);
      if (!isSame || (place === events.length - 1 && hash !== ends[index])) {
        const end = events.slice(place + 1).reduce((now, later) => fold(now, [later]), next);
        const expected = stored[index + 1];
        return { event, changed: changes(state, next), from: expected === undefined ? [] : changes(expected, end) };
      }
      [state, count] = [next, count + 1];
    }
  }
  return null;
}

/** Returns the numbers of events and blocks of a session and of its signature, on one line, if the session has fewer; null otherwise. */
export function missingOf({ blocks }: SessionBlocks, { events: marks, blocks: ends }: Signature): string | null {
  const [held, signedEvents] = [blocks.flat().length, marks.length / MARK_LENGTH];
  if (held >= signedEvents && blocks.length >= ends.length) return null;
  return `holds ${countText(held, 'event')} in ${countText(blocks.length, 'block')}; signed were ${String(signedEvents)} in ${String(ends.length)}.`;
}

/** Maximum length of a printed value, in characters. */
const SHOWN = 80;
const shown = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, SHOWN);
const lineOf = ({ path, before, after }: Difference) => `  ${path.join('.')}: ${shown(before)} → ${shown(after)}`;

/** Returns a drift as lines of text: the event, and the differences by path. */
export function driftLines({ event, changed, from }: Drift): readonly string[] {
  const { kind, seq, at, source } = event;
  return [
    `differs first after event ${String(seq)}, ${kind} of ${source} at ${new Date(at).toISOString()}. It changes:`,
    ...(changed.length === 0 ? ['  nothing'] : changed.map(lineOf)),
    ...(from.length === 0 ? [] : ['At the end of its block, signed → now:', ...from.map(lineOf)]),
  ];
}
