import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database/tables.ts';

/** When people were last seen at a console of this instance. */
export interface Presence {
  readonly seen: (username: string) => void;
  /** Sets the source of the people with open sockets; they are seen at every flush. */
  readonly watch: (usernames: () => Iterable<string>) => void;
  /** Writes down who was seen since the last time; on failure nothing is forgotten and the error is thrown. */
  readonly flush: () => Promise<void>;
}

/** Nobody seen yet. */
export function createPresence(database: Kysely<Database>, now: () => number): Presence {
  const seenAt = new Map<string, number>();
  let openSockets: () => Iterable<string> = () => [];
  const seen = (username: string) => void seenAt.set(username, now());
  return {
    seen,
    watch: (usernames) => {
      openSockets = usernames;
    },
    flush: async () => {
      for (const username of openSockets()) seen(username);
      // In one order everywhere: two instances that write the same people would wait for each other.
      const taken = [...seenAt].toSorted(([a], [b]) => (a < b ? -1 : 1));
      if (taken.length === 0) return;
      const rows = taken.map(([username, at]) => ({ username, seen_at: new Date(at) }));
      await database
        .insertInto('presence')
        .values(rows)
        .onConflict((conflict) => conflict.column('username').doUpdateSet({ seen_at: sql`greatest(presence.seen_at, excluded.seen_at)` }))
        .execute();
      // Who was seen again meanwhile stays for the next time.
      for (const [username, at] of taken) if (seenAt.get(username) === at) seenAt.delete(username);
    },
  };
}
