import { columnWriter } from '#streams/socket/columnWriter';
import type { Columns, TextKind } from '#streams/columns';
import { holdSocket, type HeldSocket, type MakeSocket } from './openSocket.ts';

/** The calls of the page to the thread that holds its socket. `socket` is a number that the page chose. */
export type SocketThreadCall =
  | { readonly kind: 'open'; readonly socket: number; readonly address: string }
  | { readonly kind: 'send'; readonly socket: number; readonly text: string }
  | { readonly kind: 'close'; readonly socket: number }
  /** Parses a response; answered in order by `parsed`. */
  | { readonly kind: 'parse'; readonly bytes: Uint8Array }
  /** From now on the columns are also sent to the recorder. */
  | { readonly kind: 'record'; readonly port: MessagePort };

/** Columns, and their number among those that the recorder received too; null while it receives none. */
export interface NumberedColumns {
  readonly columns: Columns;
  readonly number: number | null;
}

/** The events of the thread. */
export type SocketThreadEvent =
  | { readonly kind: 'opened'; readonly socket: number }
  | ({ readonly kind: 'read'; readonly socket: number } & NumberedColumns)
  /** A frame that the page must parse itself: not JSON, or it cannot be sent between threads. */
  | { readonly kind: 'unread'; readonly socket: number; readonly text: string }
  | { readonly kind: 'closed'; readonly socket: number; readonly code: number }
  | { readonly kind: 'parsed'; readonly read: NumberedColumns | null };

/** Posts to another thread; throws for a value that cannot be cloned. */
type Post<Message> = (message: Message, handedOver: readonly ArrayBuffer[]) => void;

/**
 * Holds sockets in the worker and parses their frames into columns. Returns the handler of the page's calls. Returns the handler of the
 * page's calls.
 */
export function socketThread(make: MakeSocket, post: Post<SocketThreadEvent>): (call: SocketThreadCall) => void {
  const sockets = new Map<number, HeldSocket>();
  let write = columnWriter();
  let recorder: MessagePort | null = null;
  let nextNumber = 0;
  /** Sends a text as columns; returns false when it cannot. The numbering of texts then restarts, since the page lacks those of this text. */
  const sendColumns = (kind: TextKind, text: string, wrap: (read: NumberedColumns) => SocketThreadEvent): boolean => {
    try {
      const columns = write(kind, text);
      if (columns === null) return false;
      const number = recorder === null ? null : nextNumber++;
      // Sent to the recorder first: the page refers to these reports afterwards.
      if (recorder !== null) {
        const values = columns.values.slice();
        recorder.postMessage({ number, columns: { ...columns, values, others: [] } } satisfies NumberedColumns, [values.buffer]);
      }
      post(wrap({ columns, number }), [columns.values.buffer]);
      return true;
    } catch {
      write = columnWriter();
      return false;
    }
  };
  const open = (socket: number, address: string) => {
    const held = holdSocket(make, address, (event) => {
      if (event.kind !== 'frame') post({ ...event, socket }, []);
      else if (!sendColumns('frame', event.text, (read) => ({ kind: 'read', socket, ...read })))
        post({ kind: 'unread', socket, text: event.text }, []);
      if (event.kind === 'closed') sockets.delete(socket);
    });
    sockets.set(socket, held);
  };
  return (call) => {
    if (call.kind === 'open') open(call.socket, call.address);
    else if (call.kind === 'send') sockets.get(call.socket)?.send(call.text);
    else if (call.kind === 'close') sockets.get(call.socket)?.close();
    else if (call.kind === 'record') [recorder, nextNumber, write] = [call.port, 0, columnWriter()];
    else if (!sendColumns('machines', new TextDecoder().decode(call.bytes), (read) => ({ kind: 'parsed', read })))
      post({ kind: 'parsed', read: null }, []);
  };
}
