/** Keeps a user's failed stops in the browser's storage until their notices are closed. */

import { z } from '#contract/schema';
import type { Memory } from '#edge/browserMemory';
import { type OwnCommand, selectFailedStops } from '#state/commands';
import { selectProfile } from '#state/session';
import type { RootState } from '#state/store';
import type { EventPayload } from '#streams/event';

/** Returns the key of a user; one key per user, so users of one browser do not overwrite each other's notices. */
const keyOf = (username: string) => `failed-stops.${username}`;

const stops = z.array(
  z.object({
    commandId: z.string(),
    serial: z.string(),
    deviceName: z.string(),
    failure: z.object({ status: z.number(), message: z.string() }),
    failedAt: z.number(),
  }),
);
type Stops = z.infer<typeof stops>;

/** The key in version 0.5.0, for the stops of one user. */
const FORMER_KEY = 'failed-stops';
const formerStops = z.object({ username: z.string(), stops });

/** A user's failed stops whose notices are open; they are shown again after a reload of the page. */
export interface FailedStopMemory {
  /** Returns one event per stored failed stop of this user. */
  readonly recall: (username: string) => readonly EventPayload[];
  /** Stores the failed stops of a state; stores nothing while nobody is signed in, because that state contains none. */
  readonly store: (state: RootState) => void;
}

function jsonIn(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

const parse = (text: string | null): Stops => stops.safeParse(jsonIn(text)).data ?? [];

/** Moves the value that version 0.5.0 stored to the user's own key, which is written first, so nothing is lost if the storage is full. */
function takeFormer(storage: Pick<Memory, 'newest' | 'set'>, username: string): void {
  const former = formerStops.safeParse(jsonIn(storage.newest(FORMER_KEY))).data;
  if (former?.username !== username) return;
  const own = parse(storage.newest(keyOf(username)));
  const added = former.stops.filter(({ commandId }) => !own.some((stop) => stop.commandId === commandId));
  storage.set(keyOf(username), JSON.stringify([...added, ...own] satisfies Stops));
  storage.set(FORMER_KEY, '');
}

const storedForm = ({ id, serial, deviceName = serial, failure, givenAt }: OwnCommand): Stops[number] => ({
  commandId: id,
  serial,
  deviceName,
  failure: failure ?? { status: 0, message: '' },
  failedAt: givenAt,
});

/**
 * Opens the memory in the storage of this browser. Only the changes of this page's list are written to the stored list: a failed stop of another tab stays, and
 * one whose notice was closed there does not return.
 */
export function openFailedStopMemory(storage: Pick<Memory, 'newest' | 'set'>): FailedStopMemory {
  let last: readonly OwnCommand[] = [];
  return {
    recall: (username) => {
      takeFormer(storage, username);
      return parse(storage.newest(keyOf(username))).map((stop): EventPayload => ({ kind: 'stop.remembered', ...stop }));
    },
    store: (state) => {
      const username = selectProfile(state)?.username;
      const [before, failed] = [last, selectFailedStops(state)];
      last = failed;
      if (username === undefined || failed === before) return;
      const isIn = (list: readonly OwnCommand[], commandId: string) => list.some(({ id }) => id === commandId);
      const stored = parse(storage.newest(keyOf(username)));
      const left = stored.filter(({ commandId }) => !isIn(before, commandId) || isIn(failed, commandId));
      const added = failed.filter(({ id }) => !isIn(before, id) && !left.some(({ commandId }) => commandId === id));
      if (added.length === 0 && left.length === stored.length) return;
      storage.set(keyOf(username), JSON.stringify([...left, ...added.map(storedForm)] satisfies Stops));
    },
  };
}
