import type { WebSocket } from 'ws';
import type { SetInterval } from '../../platform/timers.ts';

const PING_MS = 30_000;

/** The part of a socket that pings need. */
export type PingedSocket = Pick<WebSocket, 'bufferedAmount' | 'ping' | 'terminate'> & {
  readonly once: (event: 'pong', run: () => void) => unknown;
};

/**
 * Pings all sockets; terminates one without a pong within the interval, unless its buffer drains, since the ping waits until the buffered bytes are sent.
 * Returns the stop function.
 */
export function keepPinging(sockets: Iterable<PingedSocket>, every: SetInterval): () => void {
  /** The sockets whose pong is awaited, with the bytes that were buffered at the last check. */
  const silent = new WeakMap<PingedSocket, number>();
  return every(PING_MS, () => {
    for (const socket of sockets) {
      const unread = silent.get(socket);
      silent.set(socket, socket.bufferedAmount);
      if (unread !== undefined) {
        if (socket.bufferedAmount >= unread) socket.terminate();
        continue;
      }
      socket.once('pong', () => silent.delete(socket));
      socket.ping(() => undefined);
    }
  });
}
