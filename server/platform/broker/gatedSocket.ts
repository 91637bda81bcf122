import type { Buffer } from 'node:buffer';
import { Duplex } from 'node:stream';
import type { SetTimer } from '../timers.ts';
import { createPacketCounter } from './packetGate.ts';
import { limitQuiet } from './quietLimit.ts';

/** The limits of a connection. */
export interface Gate {
  /** Returns the current maximum packet size, in bytes. */
  readonly maxPacket: () => number;
  /** Deducts received bytes and packets from the allowance of the account and returns the time for which to stop reading, in ms. */
  readonly take: (packets: number, bytes: number) => number;
  /** Called for a packet that is too long, with its length in bytes; no more bytes are read, and `close` ends the connection. */
  readonly tooLong: (bytes: number, close: () => void) => void;
  /** Maximum time without a received byte, in ms. */
  readonly quietMs: number;
  /** Called when no byte has arrived for that time; `close` ends the connection. */
  readonly tooQuiet: (close: () => void) => void;
  readonly after: SetTimer;
  /** A monotonic clock, in ms. */
  readonly elapsed: () => number;
}

/**
 * Wraps the byte stream of a client, over TCP, TLS or WebSocket, with limits of packet size and rate. A packet that is too long ends the connection; above the
 * rate, reading pauses, so TCP slows down the sender and nothing is lost. A client that sends nothing for too long is disconnected, whatever its keep-alive
 * interval. Source: BROKER3, BROKER5, BROKER14.
 */
export function gatedSocket(socket: Duplex, gate: Gate): Duplex {
  const count = createPacketCounter(gate.maxPacket);
  let cancel: (() => void) | undefined;
  // Whether the reader has requested more bytes: only then does reading resume after a pause.
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
      quiet.stop();
      socket.destroy();
      done(error);
    },
  });
  const { quietMs, after, elapsed } = gate;
  const onQuiet = () => gate.tooQuiet(() => duplex.destroy());
  const quiet = limitQuiet({ quietMs, isPaused: () => cancel !== undefined || !isAsked, onQuiet, after, elapsed });
  socket.pause();
  socket.on('data', (chunk: Buffer) => {
    // Further input is read and discarded: if it were left unread, it would end the connection before the client has read the last written bytes.
    if (isOver) return;
    quiet.note();
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
