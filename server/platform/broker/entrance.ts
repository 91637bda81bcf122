import type { Duplex } from 'node:stream';

/** Clients between the question for their token and the beginning of their session. */
export interface Entrance {
  /** Notes a client before its token is checked, until it is let in or gone. */
  readonly enter: (account: string, client: object, socket: Duplex) => void;
  /** The tokens of an account end: who is checked by them at this moment is not let in. */
  readonly cut: (account: string) => void;
  readonly isCut: (client: object) => boolean;
  readonly leave: (account: string, client: object) => void;
}

/**
 * Creates it. A token may end after the database was asked for it and before the connection counts as one that can be ended: without this, such a
 * connection would go on.
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
