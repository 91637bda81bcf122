/** The entry point of the socket's worker. */

import { socketThread, type SocketThreadCall, type SocketThreadEvent } from './socketThread.ts';

/** The part of the worker's global scope used here; TypeScript's worker library conflicts with the DOM library. */
interface WorkerScope {
  addEventListener(kind: 'message', listener: (message: MessageEvent<SocketThreadCall>) => void): void;
  postMessage(message: SocketThreadEvent, handedOver: readonly ArrayBuffer[]): void;
}

declare const self: WorkerScope;

const take = socketThread(
  (address, protocols) => new WebSocket(address, protocols),
  (message, handedOver) => self.postMessage(message, handedOver),
  (ms, run) => void setTimeout(run, ms),
);
self.addEventListener('message', ({ data }) => take(data));
