/** Opens a WebSocket on this thread (`holdSocket`): its frames as text, its end. */

import { Observable } from 'rxjs';
import { COLUMN_PROTOCOL, JSON_PROTOCOL } from '#contract/fleet/socket';
import type { Ports, SocketEvent } from '#streams/ports';
import { frameReader } from '#streams/columnFrame/frameReader';
import { DamagedRecording } from '#streams/recording/bytes';
import { recordingCodec } from '../bytes/recordingCodec.ts';

/** Close codes: closed by the console, and never connected. */
const NORMAL = 1000;
const NEVER_OPENED = 1006;

/** Creates a socket that offers these subprotocols; throws for an invalid address. */
export type MakeSocket = (
  address: string,
  protocols: string[],
) => Pick<WebSocket, 'addEventListener' | 'send' | 'close'> & { binaryType?: BinaryType };

/** Events of a socket, on the thread that holds it. After `closed` nothing follows. */
export type HeldSocketEvent =
  | { readonly kind: 'opened' }
  | { readonly kind: 'frame'; readonly text: string }
  | { readonly kind: 'columns'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'closed'; readonly code: number };

/** A socket on this thread. */
export interface HeldSocket {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

/** Opens a socket and reports its events. One that cannot be created (invalid address) is reported as closed. */
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
      else if (data instanceof ArrayBuffer && protocols.length > 0) report({ kind: 'columns', bytes: new Uint8Array(data) });
    });
    socket.addEventListener('close', ({ code }) => report({ kind: 'closed', code }));
    return { send: (text) => socket.send(text), close: () => socket.close(NORMAL) };
  } catch {
    report({ kind: 'closed', code: NEVER_OPENED });
    return { send: () => undefined, close: () => undefined };
  }
}

/** What a console offers with its next socket. */
export interface Offer {
  /** Returns the subprotocols of the next socket. */
  readonly protocols: () => readonly string[];
  /** Notes an event of a socket that offered these subprotocols. */
  readonly note: (protocols: readonly string[], kind: SocketEvent['kind']) => void;
}

/**
 * Creates the offer of column frames. A socket that offered them and did not open is followed by one that does not: something on the way may refuse what it does
 * not know. After a frame that could not be read they are not offered again.
 */
export function columnOffer(isAnnounced: boolean): Offer {
  let isUsable = isAnnounced;
  let isSkipped = false;
  let hasOpened = false;
  return {
    protocols: () => {
      hasOpened = false;
      return isUsable && !isSkipped ? [COLUMN_PROTOCOL, JSON_PROTOCOL] : [];
    },
    note: (protocols, kind) => {
      if (kind === 'opened') hasOpened = true;
      if (kind === 'unreadable') isUsable = false;
      if (kind === 'closed') isSkipped = protocols.length > 0 && !hasOpened;
    },
  };
}

/** Creates the port that opens sockets on this page. */
export function createOpenSocket(make: MakeSocket, offer: Offer = columnOffer(false)): Ports['openSocket'] {
  return (address) =>
    new Observable<SocketEvent>((subscriber) => {
      const protocols = offer.protocols();
      const read = frameReader(recordingCodec);
      const emit = (event: SocketEvent) => {
        offer.note(protocols, event.kind);
        subscriber.next(event);
      };
      const emitColumns = (bytes: Uint8Array) => {
        try {
          emit({ kind: 'read', reading: read(bytes) });
        } catch (error) {
          if (!(error instanceof DamagedRecording)) throw error;
          emit({ kind: 'unreadable' });
          held.close();
        }
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
