import type { Buffer } from 'node:buffer';
import { Duplex } from 'node:stream';
import type { After } from '../timers.ts';
import { createPacketCounter } from './packetGate.ts';

/** What limits a connection. */
export interface Gate {
  /** Returns the largest packet now, in bytes. */
  readonly maxPacket: () => number;
  /** Takes what arrived from the allowance of the account and returns how long to stop reading, in ms. */
  readonly take: (packets: number, bytes: number) => number;
  /** Called for too long a packet, with its length in bytes; nothing more is read, and `close` ends the connection. */
  readonly tooLong: (bytes: number, close: () => void) => void;
  readonly after: After;
}

/**
 * Wraps what a client sends and reads, by TCP, TLS or WebSocket. Too long a packet ends the connection; beyond the rate nothing is read, so that the sender is slowed down by TCP and
 * nothing is lost.
 */
export function gatedSocket(socket: Duplex, gate: Gate): Duplex {
  const count = createPacketCounter(gate.maxPacket);
  let cancel: (() => void) | undefined;
  // Reading goes on when the reader asks for more and the rate allows it.
  let isAsked = false;
  let isOver = false;
  const goOn = () => {
    cancel = undefined;
    if (isAsked) socket.resume();
  };
  const duplex = new Duplex({
    read() {
      isAsked = true;
      if (cancel === undefined) socket.resume();
    },
    write: (chunk: Buffer, _, done) => void socket.write(chunk, done),
    writev(chunks, done) {
      socket.cork();
      for (const { chunk } of chunks.slice(0, -1)) socket.write(chunk);
      socket.write(chunks.at(-1)?.chunk, done);
      socket.uncork();
    },
    final: (done) => void socket.end(done),
    destroy(error, done) {
      cancel?.();
      socket.destroy();
      done(error);
    },
  });
  socket.pause();
  socket.on('data', (chunk: Buffer) => {
    // What still comes is thrown away: unread, it would end the connection before the last that was written is read.
    if (isOver) return;
    const { packets, tooLong } = count(chunk);
    if (tooLong !== null) {
      isOver = true;
      gate.tooLong(tooLong, () => duplex.destroy(new Error('too long a packet')));
      return;
    }
    const waitMs = gate.take(packets, chunk.length);
    isAsked = duplex.push(chunk);
    if (waitMs > 0) cancel = gate.after(waitMs, goOn);
    if (waitMs > 0 || !isAsked) socket.pause();
  });
  socket.on('end', () => duplex.push(null));
  socket.on('error', (error) => duplex.destroy(error));
  socket.on('close', () => duplex.destroy());
  return duplex;
}
