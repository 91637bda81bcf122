/** Tracks clients between the check of their token and the start of their session; if the token ends in between, the client is refused. */

import type { Duplex } from 'node:stream';

/** Clients between the check of their token and the start of their session. */
export interface Entrance {
  /** Records a client before its token is checked, until it is accepted or gone. */
  readonly enter: (account: string, client: object, socket: Duplex) => void;
  /** Called when the tokens of an account end: refuses clients of the account whose check is in progress. */
  readonly cut: (account: string) => void;
  readonly isCut: (client: object) => boolean;
  readonly leave: (account: string, client: object) => void;
}

/**
 * Creates the entrance. A token may end after the database was queried for it and before the connection is registered; without the entrance, such a connection
 * would remain open.
 */
export function createEntrance(): Entrance {
  const entering = new Map<string, Set<object>>();
  const cut = new WeakSet<object>();
  const leave = (account: string, client: object) => {
    const clients = entering.get(account);
    clients?.delete(client);
    if (clients?.size === 0) entering.delete(account);
  };
  return {
    leave,
    enter: (account, client, socket) => {
      entering.set(account, (entering.get(account) ?? new Set()).add(client));
      socket.once('close', () => leave(account, client));
    },
    cut: (account) => {
      for (const client of entering.get(account) ?? []) cut.add(client);
    },
    isCut: (client) => cut.has(client),
  };
}
