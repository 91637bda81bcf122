import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { reduceLog, type RootState } from '#state/store';
import type { FleetEvent } from '#streams/event';
import { NOTE_LAG_MS } from '#streams/recording/recordingInfo';
import { encodeSession, infoOfSpan } from './encodeSession.ts';
import { stateHash, readBlocks, type Fold } from './gate.ts';
import type { RecordedSession } from './openSession.ts';

/** A check whether a log, applied to the state before it, still fails. */
export type StillFails = (events: readonly FleetEvent[], before: RootState) => boolean | Promise<boolean>;

type Events = readonly FleetEvent[];

/** Splits a list into parts of about equal length. */
const parts = (events: Events, count: number): readonly Events[] =>
  Array.from({ length: count }, (_, index) =>
    events.slice(Math.floor((index * events.length) / count), Math.floor(((index + 1) * events.length) / count)),
  );

/**
 * Returns the fewest events that still fail: without any one of them, the rest no longer fails. Delta debugging (Zeller, Hildebrandt 2002): leaves out one of
 * `count` parts while the rest still fails, then smaller parts. Runs at most about n² tests, usually n log n.
 */
export async function fewestEvents(events: Events, fails: (events: Events) => boolean | Promise<boolean>): Promise<Events> {
  let [left, count] = [events, 2];
  while (left.length > 1) {
    const all = parts(left, count);
    const shorter = all.map((_, without) => all.flatMap((part, index) => (index === without ? [] : part)));
    const found = await firstThat(shorter, fails);
    if (found === undefined && count >= left.length) return left;
    count = Math.min(found === undefined ? count * 2 : Math.max(2, count - 1), (found ?? left).length);
    left = found ?? left;
  }
  return left;
}

async function firstThat(all: readonly Events[], fails: (events: Events) => boolean | Promise<boolean>): Promise<Events | undefined> {
  for (const events of all) if (await fails(events)) return events;
  return undefined;
}

/** A shortened recording that still fails. */
interface Shrunk {
  readonly bytes: Uint8Array;
  readonly events: Events;
}

/** Encodes a recording with other events, and with the notes of their span, as one block after the state before them. */
export async function withEvents(session: RecordedSession, before: RootState, events: Events): Promise<Uint8Array> {
  const info = infoOfSpan(session.info, { from: events[0]?.at ?? Infinity, to: (events.at(-1)?.at ?? -Infinity) + NOTE_LAG_MS });
  return encodeSession(info, [events], reduceLog(before, []));
}

async function shrunkTo(session: RecordedSession, before: RootState, all: Events, fails: StillFails): Promise<Shrunk> {
  const events = await fewestEvents(all, (left) => fails(left, before));
  return { events, bytes: await withEvents(session, before, events) };
}

/**
 * Reduces a recording to the fewest events that still fail (delta debugging). A failure may also be a state that differs from the state in another checkout.
 */
export async function shrink(session: RecordedSession, fails: StillFails): Promise<Shrunk | null> {
  const { before, blocks } = await readBlocks(session);
  const all = blocks.flat();
  return (await fails(all, before)) ? shrunkTo(session, before, all, fails) : null;
}

/** Returns whether a console with another fold shows a different state after a log: one of the two is wrong. */
export const differsFrom =
  (fold: Fold) =>
  (events: Events, before: RootState): boolean =>
    stateHash(fold(before, events)) !== stateHash(reduceLog(before, events));

/**
 * Returns the events up to the first one after which the states of two folds differ, since the difference may have disappeared by the end; all events if the
 * states never differ.
 */
function untilDifference(all: Events, before: RootState, fold: Fold): Events {
  let [own, other] = [before, before];
  for (const [index, event] of all.entries()) {
    [own, other] = [reduceLog(own, [event]), fold(other, [event])];
    if (stateHash(own) !== stateHash(other)) return all.slice(0, index + 1);
  }
  return all;
}

/** Cuts a recording to the fewest events after which a console with another fold shows a different state; null if there is no such state. */
export async function shrinkAs(session: RecordedSession, fold: Fold): Promise<Shrunk | null> {
  const { before, blocks } = await readBlocks(session);
  const all = untilDifference(blocks.flat(), before, fold);
  return differsFrom(fold)(all, before) ? shrunkTo(session, before, all, differsFrom(fold)) : null;
}

const hasFold = (loaded: unknown): loaded is { readonly reduceLog: Fold } =>
  typeof loaded === 'object' && loaded !== null && 'reduceLog' in loaded && typeof loaded.reduceLog === 'function';

/** Imports the fold of the console from another checkout of this repository, which is assumed to be correct. Rejects if the folder contains no fold. */
export async function foldIn(folder: string): Promise<Fold> {
  const file = path.resolve(folder, 'state/store.ts');
  const loaded: unknown = await import(pathToFileURL(file).href).catch(() => null);
  if (!hasFold(loaded)) throw new Error(`${folder} holds no console: state/store.ts could not be loaded.`);
  return loaded.reduceLog;
}
