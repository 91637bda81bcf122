/** Counts the MQTT packets in the bytes of a connection before they are buffered. */

import type { Buffer } from 'node:buffer';

/** The packets in a chunk of a connection: the number that begin in it, and the length of a packet that is longer than allowed, in bytes. */
export interface Counted {
  readonly packets: number;
  readonly tooLong: number | null;
}

/** Bits of a length byte, and the flag that another one follows. MQTT 3.1.1, section 2.2.3. */
const LENGTH_BITS = 7;
const MORE = 0x80;
const MAX_LENGTH_BYTES = 4;

/**
 * Creates a counter of the MQTT packets of one connection. It reads only the fixed headers and skips the announced lengths, so that a packet that is
 * too long is found before its first byte is stored. `limit` returns the maximum packet size in bytes, for each packet.
 */
export function createPacketCounter(limit: () => number): (chunk: Buffer) => Counted {
  let skip = 0;
  // Number of length bytes read so far; -1 before the first byte of a packet.
  let lengthBytes = -1;
  let length = 0;
  return (chunk) => {
    let packets = 0;
    for (let at = 0; at < chunk.length;) {
      if (skip > 0) {
        const skipped = Math.min(skip, chunk.length - at);
        skip -= skipped;
        at += skipped;
        continue;
      }
      const byte = chunk[at] ?? 0;
      at += 1;
      if (lengthBytes === -1) {
        packets += 1;
        lengthBytes = 0;
        length = 0;
        continue;
      }
      length += (byte & (MORE - 1)) << (LENGTH_BITS * lengthBytes);
      lengthBytes += 1;
      const isLast = (byte & MORE) === 0;
      if (length > limit() || (!isLast && lengthBytes === MAX_LENGTH_BYTES)) return { packets, tooLong: length };
      if (!isLast) continue;
      skip = length;
      lengthBytes = -1;
    }
    return { packets, tooLong: null };
  };
}
