import { Observable } from 'rxjs';
import type { Ports, SocketEvent } from '#streams/ports';

/** Close codes: closed by the console, and never connected. */
const NORMAL = 1000;
const NEVER_OPENED = 1006;

type Socket = Pick<WebSocket, 'addEventListener' | 'send' | 'close'>;

/** Creates the port that opens sockets. A socket that cannot be created (invalid address) emits a close event, not an error. */
export function createOpenSocket(make: (address: string) => Socket): Ports['openSocket'] {
  return (address) =>
    new Observable<SocketEvent>((subscriber) => {
      const end = (code: number) => {
        subscriber.next({ kind: 'closed', code });
        subscriber.complete();
      };
      let socket: Socket;
      try {
        socket = make(address);
      } catch {
        end(NEVER_OPENED);
        return undefined;
      }
      socket.addEventListener('open', () => subscriber.next({ kind: 'opened', send: (text) => socket.send(text) }));
      socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'string') subscriber.next({ kind: 'frame', text: data });
      });
      socket.addEventListener('close', ({ code }) => end(code));
      return () => socket.close(NORMAL);
    });
}
