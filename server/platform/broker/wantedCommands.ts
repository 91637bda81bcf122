/** The commands that are still wanted; a resumed session receives no other commands from its queue. */

import type { Buffer } from 'node:buffer';
import { z } from '#contract/schema';

/** Maximum time for which a command may be on its way to its device, in ms: a stop is reported as failed after 5 s, and other commands after 10 s. */
const WANTED_MS = { stop: 5_000, other: 10_000 } as const;

/** Returns the maximum time for which a command may be on its way to its device, in ms. */
export const wantedMs = (command: string): number => (command === 'stop_immediately' ? WANTED_MS.stop : WANTED_MS.other);

const identified = z.object({ command_id: z.string(), command: z.string() });
type Identified = z.infer<typeof identified>;

function identify(payload: Buffer | string): Identified | null {
  try {
    return identified.safeParse(JSON.parse(payload.toString())).data ?? null;
  } catch {
    return null;
  }
}

/** The commands that are still wanted; a resumed session receives no other commands from its queue. */
export interface WantedCommands {
  /** Records that a command is being sent now. */
  readonly note: (payload: Buffer | string) => void;
  readonly isWanted: (payload: Buffer | string) => boolean;
}

/** Creates the record of commands on their way. `elapsed` is a monotonic clock in ms: a change of the wall clock must not drop a stop. */
export function createWantedCommands(elapsed: () => number): WantedCommands {
  const sentAt = new Map<string, number>();
  return {
    note: (payload) => {
      const command = identify(payload);
      if (command === null) return;
      const now = elapsed();
      // The entries are in the order of sending, so the clean-up ends at the first command that is still wanted.
      for (const [id, at] of sentAt) {
        if (now - at <= WANTED_MS.other) break;
        sentAt.delete(id);
      }
      sentAt.set(command.command_id, now);
    },
    isWanted: (payload) => {
      const command = identify(payload);
      // A message without an id is not a command of this server, and nobody waits for its end.
      if (command === null) return true;
      const at = sentAt.get(command.command_id);
      return at !== undefined && elapsed() - at <= wantedMs(command.command);
    },
  };
}
