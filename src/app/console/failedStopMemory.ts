/** Keeps a user's failed stops in the browser's storage until their notices are closed. */

import { z } from '#contract/schema';
import { selectFailedStops } from '#state/commands';
import { selectProfile } from '#state/session';
import type { RootState } from '#state/store';
import type { EventPayload } from '#streams/event';
import type { BrowserStorage } from '#ui/browserStorage';

const KEY = 'failed-stops';

const kept = z.object({
  username: z.string(),
  stops: z.array(
    z.object({
      commandId: z.string(),
      serial: z.string(),
      deviceName: z.string(),
      failure: z.object({ status: z.number(), message: z.string() }),
      failedAt: z.number(),
    }),
  ),
});

/** A user's failed stops whose notices are open; they are shown again after a reload of the page. */
export interface FailedStopMemory {
  /** Returns one event per failed stop of this user. */
  readonly recall: (username: string) => readonly EventPayload[];
  /** Stores the failed stops of a state; stores nothing while nobody is signed in, since that state has none. */
  readonly store: (state: RootState) => void;
}

function parse(text: string | null): z.infer<typeof kept> | null {
  try {
    return text === null ? null : (kept.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

/** Opens the memory in the storage of this browser. */
export function openFailedStopMemory(storage: BrowserStorage): FailedStopMemory {
  let last: unknown = null;
  return {
    recall: (username) => {
      const stored = parse(storage.get(KEY));
      return stored?.username === username ? stored.stops.map((stop): EventPayload => ({ kind: 'stop.remembered', ...stop })) : [];
    },
    store: (state) => {
      const username = selectProfile(state)?.username;
      const failed = selectFailedStops(state);
      if (username === undefined || failed === last) return;
      // The first list of a page is empty until the stored one is restored.
      const isFirst = last === null;
      last = failed;
      if (isFirst && failed.length === 0) return;
      const stops = failed.map(({ id, serial, deviceName = serial, failure, givenAt }) => ({
        commandId: id,
        serial,
        deviceName,
        failure: failure ?? { status: 0, message: '' },
        failedAt: givenAt,
      }));
      storage.set(KEY, JSON.stringify({ username, stops } satisfies z.infer<typeof kept>));
    },
  };
}
