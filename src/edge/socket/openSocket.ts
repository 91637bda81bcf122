/** Opens a WebSocket on this thread (`holdSocket`) and reports its frames as text, and its end. */

import { Observable } from 'rxjs';
import { COLUMN_PROTOCOL } from '#contract/fleet/socket';
import type { Ports, SocketEvent } from '#streams/ports';
import { contentReader } from '#streams/columnFrame/contentReader';
import { jsonOffer, type Offer } from './columnOffer.ts';

/** Close codes for a socket that the console closed, and for one that never connected. */
const NORMAL = 1000;
const NEVER_OPENED = 1006;

/** A function that creates a socket with these subprotocols; throws for an invalid URL. */
export type MakeSocket = (
  address: string,
  protocols: string[],
) => Pick<WebSocket, 'addEventListener' | 'send' | 'close'> & { binaryType?: BinaryType };

/** Events of a socket, on the thread that holds it. `closed` is the last event. */
export type HeldSocketEvent =
  | { readonly kind: 'opened' }
  | { readonly kind: 'frame'; readonly text: string }
  | { readonly kind: 'columns'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'closed'; readonly code: number };

/** A socket that this thread holds. */
export interface HeldSocket {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

/** Opens a socket and reports its events. A socket that cannot be created (invalid URL) is reported as closed. */
export function holdSocket(
  make: MakeSocket,
  { address, protocols }: { readonly address: string; readonly protocols: readonly string[] },
  report: (event: HeldSocketEvent) => void,
): HeldSocket {
  try {
    const socket = make(address, [...protocols]);
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => report({ kind: 'opened' }));
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') report({ kind: 'frame', text: data });
      else if (data instanceof ArrayBuffer && protocols.includes(COLUMN_PROTOCOL)) report({ kind: 'columns', bytes: new Uint8Array(data) });
      // Another server may send its JSON as binary messages.
      else if (data instanceof ArrayBuffer) report({ kind: 'frame', text: new TextDecoder().decode(data) });
    });
    socket.addEventListener('close', ({ code }) => report({ kind: 'closed', code }));
    return { send: (text) => socket.send(text), close: () => socket.close(NORMAL) };
  } catch {
    report({ kind: 'closed', code: NEVER_OPENED });
    return { send: () => undefined, close: () => undefined };
  }
}

/** Creates the port that opens sockets on this page, immediately at the call. */
export function createOpenSocket(make: MakeSocket, offer: Offer = jsonOffer): Ports['openSocket'] {
  return (address) =>
    new Observable<SocketEvent>((subscriber) => {
      const protocols = offer.protocols();
      const read = contentReader(offer.newReader);
      const emit = (event: SocketEvent) => {
        offer.note(protocols, event.kind);
        subscriber.next(event);
      };
      const emitColumns = (bytes: Uint8Array<ArrayBuffer>) => {
        const reading = read({ kind: 'frame', socket: 0, bytes });
        if (reading !== null) return emit({ kind: 'read', reading });
        emit({ kind: 'unreadable' });
        return held.close();
      };
      const held = holdSocket(make, { address, protocols }, (event) => {
        if (event.kind === 'columns') emitColumns(event.bytes);
        else if (event.kind !== 'opened') emit(event);
        else emit({ kind: 'opened', send: (text) => held.send(text) });
        if (event.kind === 'closed') subscriber.complete();
      });
      return held.close;
    });
}
