/** The limits of a client of the broker: message rate and size, unacknowledged messages, and connections of unknown clients. */

import type { Socket } from 'node:net';
import { messageLimits } from '#contract/messages/messageLimits';
import type { SetTimer } from '../timers.ts';
import { createBucket, type Rate, type TokenBucket } from '../limits/tokenBucket.ts';

/** The limits of a client of the broker. */
export interface BrokerLimits {
  /** Maximum packet size of a known client, in bytes. */
  readonly packetBytes: number;
  /** Maximum packet size before the client is known, in bytes: a CONNECT with a token. */
  readonly connectBytes: number;
  /** Time until CONNECT has arrived and been accepted, in ms. */
  readonly connectMs: number;
  /** Maximum time without a byte from a client, in ms: a device without power does not close its connection, and its keep-alive interval may be long or 0. */
  readonly quietMs: number;
  /** Maximum number of connections of unknown clients; beyond it the oldest one is closed. */
  readonly unknownConnections: number;
  /** Packets and bytes per second of one device. */
  readonly packets: Rate;
  readonly bytes: Rate;
}

/** A robot sends a few messages a second; after a night without a network it sends its stored messages. */
export const usualLimits: BrokerLimits = {
  packetBytes: messageLimits.packetBytes,
  connectBytes: messageLimits.connectBytes,
  connectMs: 5_000,
  quietMs: messageLimits.quietMs,
  unknownConnections: 500,
  packets: { perSecond: messageLimits.messagesPerSecond, burst: messageLimits.messagesAtOnce },
  bytes: { perSecond: messageLimits.bytesPerSecond, burst: messageLimits.bytesAtOnce },
};

/** Creates the rate allowances per account, which outlive a connection, so that reconnecting does not grant new ones. */
export function createAllowances({ packets, bytes }: BrokerLimits, now: () => number) {
  const buckets = new Map<string, { readonly packets: TokenBucket; readonly bytes: TokenBucket }>();
  return (account: string, count: number, length: number): number => {
    const at = now();
    const known = buckets.get(account) ?? { packets: createBucket(packets, at), bytes: createBucket(bytes, at) };
    buckets.set(account, known);
    return Math.max(known.packets.take(count, at), known.bytes.take(length, at));
  };
}

/** The connections of unknown clients. */
export interface WaitingRoom {
  readonly enter: (socket: Socket) => void;
  readonly leave: (socket: Socket) => void;
}

/** Creates a waiting room for a limited number of connections, each of which may wait for a limited time. */
export function createWaitingRoom({ unknownConnections, connectMs }: BrokerLimits, after: SetTimer): WaitingRoom {
  const waiting = new Map<Socket, () => void>();
  const leave = (socket: Socket) => {
    waiting.get(socket)?.();
    waiting.delete(socket);
  };
  return {
    leave,
    enter(socket: Socket) {
      const [oldest] = waiting.keys();
      if (waiting.size >= unknownConnections) oldest?.destroy();
      waiting.set(
        socket,
        after(connectMs, () => socket.destroy()),
      );
      socket.once('close', () => leave(socket));
    },
  };
}
