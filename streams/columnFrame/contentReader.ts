/** What a worker received, read alike by page and recorder: columns of a text, or the bytes of a column frame. */

import type { Columns, Reading } from '../columns.ts';
import { DamagedRecording } from '../recording/bytes.ts';
import type { TextCodec } from '../recording/codec.ts';
import { columnReader } from '../socket/columnReader.ts';
import { frameReader } from './frameReader.ts';

/** What a worker received, on its way to page and recorder: columns that it made of a text, or the bytes of a column frame of one of its sockets. */
export type Content =
  | { readonly kind: 'columns'; readonly columns: Columns }
  | { readonly kind: 'frame'; readonly socket: number; readonly bytes: Uint8Array<ArrayBuffer> };

/** The sockets whose frames may still come: an old one may be closing while the next one is open. */
const SOCKETS = 4;

/** Creates the reader of one worker's content, which must read all of it, in order. Returns null for a frame that cannot be read. */
export function contentReader(codec: TextCodec): (content: Content) => Reading | null {
  const readColumns = columnReader();
  const sockets = new Map<number, ReturnType<typeof frameReader>>();
  const readerOf = (socket: number) => {
    const read = sockets.get(socket) ?? frameReader(codec);
    sockets.set(socket, read);
    sockets.delete(socket - SOCKETS);
    return read;
  };
  return (content) => {
    if (content.kind === 'columns') return readColumns(content.columns);
    try {
      return readerOf(content.socket)(content.bytes);
    } catch (error) {
      if (error instanceof DamagedRecording) return null;
      throw error;
    }
  };
}
