import { reduceLog, type RootState } from '#state/store';
import type { FleetEvent } from '#streams/event';
import { encodeSession } from './encodeSession.ts';
import { unpacked } from './gate.ts';
import type { Session } from './openSession.ts';

/** Whether something is still wrong with a log after its first state. */
export type StillFails = (events: readonly FleetEvent[], before: RootState) => boolean | Promise<boolean>;

type Events = readonly FleetEvent[];

/** The parts of a list, about equally long. */
const parts = (events: Events, count: number): readonly Events[] =>
  Array.from({ length: count }, (_, index) =>
    events.slice(Math.floor((index * events.length) / count), Math.floor(((index + 1) * events.length) / count)),
  );

/**
 * The fewest events that still fail: leaving out any one more of them, it would not. Delta debugging (Zeller, Hildebrandt 2002): leaves out one of
 * `count` parts while that fails, then smaller parts. Asks at most about n² times, usually n log n.
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

/** A shorter recording that still fails. */
interface Shrunk {
  readonly bytes: Uint8Array;
  readonly events: Events;
}

/** The bytes of a recording with other events, in one block behind its first state. */
export async function withEvents(session: Session, before: RootState, events: Events): Promise<Uint8Array> {
  return encodeSession(session.info, [events], reduceLog(before, []));
}

/** Cuts a recording to the fewest events that still fail; null for one that does not fail. */
export async function shrink(session: Session, fails: StillFails): Promise<Shrunk | null> {
  const { before, blocks } = await unpacked(session);
  const all = blocks.flat();
  const stillFails = (events: Events) => fails(events, before);
  if (!(await stillFails(all))) return null;
  const events = await fewestEvents(all, stillFails);
  return { events, bytes: await withEvents(session, before, events) };
}
