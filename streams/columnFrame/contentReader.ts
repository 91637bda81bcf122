/** Reads the content that a worker sends to the page and the recorder: columns of a text, or the bytes of a column frame. */

import type { Columns, Reading } from '../columns.ts';
import { DamagedRecording } from '../recording/bytes.ts';
import { columnReader } from '../socket/columnReader.ts';
import type { FrameReader } from './frameReader.ts';

/** The content that a worker sends to page and recorder: columns parsed from a text, or the bytes of a column frame of one of its sockets. */
export type Content =
  | { readonly kind: 'columns'; readonly columns: Columns }
  | { readonly kind: 'frame'; readonly socket: number; readonly bytes: Uint8Array<ArrayBuffer> };

/** Maximum number of sockets whose frames may still arrive: an old socket may be closing while the next one is open. */
const SOCKETS = 4;

/**
 * Creates the reader of one worker's content, which must read all of it, in order. `newReader` creates the reader of a socket's frames, or returns null if
 * there is none. The created reader returns null for a frame that cannot be read.
 */
export function contentReader(newReader: () => FrameReader | null): (content: Content) => Reading | null {
  const readColumns = columnReader();
  const sockets = new Map<number, FrameReader>();
  const readerOf = (socket: number) => {
    const read = sockets.get(socket) ?? newReader();
    if (read !== null) sockets.set(socket, read);
    sockets.delete(socket - SOCKETS);
    return read;
  };
  return (content) => {
    if (content.kind === 'columns') return readColumns(content.columns);
    try {
      return readerOf(content.socket)?.(content.bytes) ?? null;
    } catch (error) {
      if (error instanceof DamagedRecording) return null;
      throw error;
    }
  };
}
