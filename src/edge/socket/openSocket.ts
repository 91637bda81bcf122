/** Opens a WebSocket on this thread (`holdSocket`): its frames as text, its end. */

import { Observable } from 'rxjs';
import type { Ports, SocketEvent } from '#streams/ports';

/** Close codes: closed by the console, and never connected. */
const NORMAL = 1000;
const NEVER_OPENED = 1006;

/** Creates a socket; throws for an invalid address. */
export type MakeSocket = (address: string) => Pick<WebSocket, 'addEventListener' | 'send' | 'close'>;

/** Events of a socket, on the thread that holds it. After `closed` nothing follows. */
export type HeldSocketEvent =
  | { readonly kind: 'opened' }
  | { readonly kind: 'frame'; readonly text: string }
  | { readonly kind: 'closed'; readonly code: number };

/** A socket on this thread. */
export interface HeldSocket {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

/** Opens a socket and reports its events. One that cannot be created (invalid address) is reported as closed. */
export function holdSocket(make: MakeSocket, address: string, report: (event: HeldSocketEvent) => void): HeldSocket {
  try {
    const socket = make(address);
    socket.addEventListener('open', () => report({ kind: 'opened' }));
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') report({ kind: 'frame', text: data });
    });
    socket.addEventListener('close', ({ code }) => report({ kind: 'closed', code }));
    return { send: (text) => socket.send(text), close: () => socket.close(NORMAL) };
  } catch {
    report({ kind: 'closed', code: NEVER_OPENED });
    return { send: () => undefined, close: () => undefined };
  }
}

/** Creates the port that opens sockets on this page. */
export function createOpenSocket(make: MakeSocket): Ports['openSocket'] {
  return (address) =>
    new Observable<SocketEvent>((subscriber) => {
      const held = holdSocket(make, address, (event) => {
        if (event.kind !== 'opened') subscriber.next(event);
        else subscriber.next({ kind: 'opened', send: (text) => held.send(text) });
        if (event.kind === 'closed') subscriber.complete();
      });
      return held.close;
    });
}
