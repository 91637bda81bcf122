/** Frames of a batch: which pushes a subscription gets, encoded once for equal subscriptions. */

import { Buffer } from 'node:buffer';
import { covers } from '../../locations/visibility.ts';
import type { Scope } from '../../platform/principal.ts';
import { groupBy } from '../../platform/groupBy.ts';

/**
 * Number of readers above which a frame of few pushes waits for later batches, at most `MAX_HELD_BATCHES` in total: a send costs about as much as
 * twenty pushes in it.
 */
const HOLD_ABOVE_READERS = 20;
const FULL_FRAME = 64;
const MAX_HELD_BATCHES = 3;

/** A push of a batch as text. */
export interface Encoded {
  readonly slot: string;
  readonly serial: string;
  readonly organisation: string | null;
  readonly text: string;
}

/** A reader's subscription; `key` is equal for equal subscriptions. */
export interface SocketSubscription {
  readonly key: string;
  readonly scope: Scope;
  /** Serials of the subscription; null for all visible devices. */
  readonly wanted: ReadonlySet<string> | null;
}

/** The frames of one batch. */
interface Batch {
  /** Returns the frame for a subscription, encoded once for all equal ones; null when there is nothing to send yet. */
  readonly frameFor: (subscription: SocketSubscription) => Buffer | null;
  /** Returns the slots of earlier batches that a subscription had not been sent before this one. */
  readonly heldBefore: (subscription: SocketSubscription) => readonly string[];
}

/** Turns batches of pushes into frames. */
export interface Frames {
  readonly next: (entries: readonly Encoded[], readers: number) => Batch;
}

/** Returns a text that is equal for equal sets. */
export const keyOfSet = (values: ReadonlySet<string>): string => [...values].toSorted().join('\n');

/** Returns a function that returns the pushes of a batch for a subscription. */
function createSelection(entries: readonly Encoded[]) {
  let byOrganisation: ReadonlyMap<string | null, readonly Encoded[]> | undefined;
  return ({ scope, wanted }: SocketSubscription): readonly Encoded[] => {
    if (wanted !== null) return entries.filter(({ serial, organisation }) => wanted.has(serial) && covers(scope, organisation));
    if (scope === 'all') return entries;
    const groups = (byOrganisation ??= groupBy(entries, ({ organisation }) => organisation));
    return [...scope].flatMap((id) => groups.get(id) ?? []);
  };
}

/** The pushes that a subscription has not been sent yet, oldest first, and the number of batches they come from. */
interface Held {
  readonly entries: readonly Encoded[];
  readonly batches: number;
}
const none: Held = { entries: [], batches: 0 };

const isFull = ({ entries, batches }: Held, readers: number) =>
  readers <= HOLD_ABOVE_READERS || entries.length >= FULL_FRAME || batches >= MAX_HELD_BATCHES;
/** Returns the bytes of a frame with these pushes. */
export const encodeFrame = (pushes: readonly { readonly text: string }[]): Buffer =>
  Buffer.from(`[${pushes.map(({ text }) => text).join(',')}]`);

/** Creates the frames of consecutive batches. */
export function createFrames(): Frames {
  let held = new Map<string, Held>();
  return {
    next: (entries, readers) => {
      const before = held;
      const after = new Map<string, Held>();
      held = after;
      const select = createSelection(entries);
      const frames = new Map<string, Buffer | null>();
      const create = (subscription: SocketSubscription): Buffer | null => {
        const former = before.get(subscription.key) ?? none;
        const unsent = { entries: [...former.entries, ...select(subscription)], batches: former.batches + 1 };
        if (unsent.entries.length === 0) return null;
        if (isFull(unsent, readers)) return encodeFrame(unsent.entries);
        after.set(subscription.key, unsent);
        return null;
      };
      return {
        frameFor: (subscription) => {
          const known = frames.get(subscription.key);
          if (known !== undefined) return known;
          const frame = create(subscription);
          frames.set(subscription.key, frame);
          return frame;
        },
        heldBefore: ({ key }) => (before.get(key) ?? none).entries.map(({ slot }) => slot),
      };
    },
  };
}
