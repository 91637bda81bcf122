/** The socket as the page uses it, in a worker or on this thread, which also parses long responses. */

import { Observable, of, switchMap, type SchedulerLike } from 'rxjs';
import type { Ports, SocketEvent } from '#streams/ports';
import type { NumberedReports } from '#streams/recording/logPart';
import { contentReader } from '#streams/columnFrame/contentReader';
import type { Reading } from '#streams/columns';
import { jsonOffer, type Offer } from './columnOffer.ts';
import { createOpenSocket, type MakeSocket } from './openSocket.ts';
import type { NumberedContent, SocketThreadCall, SocketThreadEvent } from './socketThread.ts';

/** Length in bytes below which responses are parsed on the page, because the transfer to a worker and back would cost more. */
const LONG = 16_384;
/** Time in ms within which a worker must have started, because a browser reports no error for a file that is never received. */
const START_MS = 5_000;
/** Close code for a socket that closed without a close code. */
const ABNORMAL = 1006;

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The part of `Worker` used here. */
export type SocketWorker = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

/** A recorder of the content that the worker reads. */
export interface ReadingRecorder {
  /** Connects the port to which the worker from now on also sends the content that it reads. */
  readonly connect: (port: MessagePort) => void;
  /** Called with the reports that were sent to the port, before they reach the log. */
  readonly read: (reports: NumberedReports) => void;
}

/** The socket of the console and the parsing of long responses: in a worker, or on the page if no worker is available. */
export interface RemoteSocket extends Pick<Ports, 'openSocket' | 'parseInWorker'> {
  /** Also sends the content that the worker reads to a recorder. Call this once. */
  readonly recordTo: (recorder: ReadingRecorder) => void;
}

interface Thread {
  readonly call: (call: SocketThreadCall, handedOver?: readonly Transferable[]) => void;
  /** The listener of each socket, called with every event of the socket, and with `broken` when the worker fails. */
  readonly sockets: Map<
    number,
    (event: Exclude<SocketThreadEvent, { kind: 'started' | 'parsed' | 'several' }> | { readonly kind: 'broken' }) => void
  >;
  /** The callbacks of waiting calls, called in the order of the calls; with null when the worker fails. */
  readonly waiting: ((read: NumberedContent | null) => void)[];
}

function startThread(open: () => SocketWorker, clock: SchedulerLike, onBroken: () => void): Thread {
  const worker = open();
  const thread: Thread = {
    call: (call, handedOver = []) => worker.postMessage(call, [...handedOver]),
    sockets: new Map(),
    waiting: [],
  };
  const pass = (event: SocketThreadEvent): void => {
    if (event.kind === 'several') event.events.forEach(pass);
    else if (event.kind === 'parsed') thread.waiting.shift()?.(event.read);
    else if (event.kind !== 'started') thread.sockets.get(event.socket)?.(event);
  };
  const fail = () => {
    late.unsubscribe();
    worker.terminate();
    onBroken();
    for (const receive of thread.waiting.splice(0)) receive(null);
    for (const report of thread.sockets.values()) report({ kind: 'broken' });
  };
  const late = clock.schedule(fail, START_MS);
  worker.addEventListener('message', ({ data }: MessageEvent<SocketThreadEvent>) => {
    late.unsubscribe();
    pass(data);
  });
  worker.addEventListener('error', fail);
  return thread;
}

/** Makes a thread also send the content that it reads to a recorder. */
function recordThrough({ call }: Thread, to: ReadingRecorder): void {
  const { port1, port2 } = new MessageChannel();
  call({ kind: 'record', port: port1 }, [port1]);
  to.connect(port2);
}

/** Reads the content that the worker received; null for an unreadable frame. */
type ReadingOf = (read: NumberedContent) => Reading | null;

/** Opens a socket in a thread; `number` distinguishes it from the other sockets of the thread. */
function openThere(
  { call, sockets }: Thread,
  { address, number, offer }: { readonly address: string; readonly number: number; readonly offer: Offer },
  readingOf: ReadingOf,
): Observable<SocketEvent> {
  return new Observable((subscriber) => {
    const protocols = offer.protocols();
    const emit = (event: SocketEvent) => {
      offer.note(protocols, event.kind);
      subscriber.next(event);
    };
    const emitReading = (reading: Reading | null) => {
      if (reading !== null) return emit({ kind: 'read', reading });
      emit({ kind: 'unreadable' });
      return call({ kind: 'close', socket: number });
    };
    sockets.set(number, (event) => {
      if (event.kind === 'opened') emit({ kind: 'opened', send: (text) => call({ kind: 'send', socket: number, text }) });
      else if (event.kind === 'read') emitReading(readingOf(event));
      else if (event.kind === 'unread') emit({ kind: 'frame', text: event.text });
      else {
        sockets.delete(number);
        // The failure of a worker does not indicate what the server accepts.
        if (event.kind === 'broken') subscriber.next({ kind: 'closed', code: ABNORMAL });
        else emit({ kind: 'closed', code: event.code });
        subscriber.complete();
      }
    });
    call({ kind: 'open', socket: number, address, protocols });
    return () => call({ kind: 'close', socket: number });
  });
}

/**
 * Creates the socket and the parsing of long responses. The worker is started with the first socket or long response; if it fails, or has not started after 5
 * s, the page does the work itself. Source: SOCK7, STOPWAY15.
 */
export function createRemoteSocket(
  open: () => SocketWorker,
  make: MakeSocket,
  clock: SchedulerLike,
  offer: Offer = jsonOffer,
): RemoteSocket {
  const openHere = createOpenSocket(make, offer);
  const read = contentReader(offer.newReader);
  let thread: Thread | null | undefined;
  let recorder: ReadingRecorder | null = null;
  let nextSocket = 0;
  const started = (): Thread | null => {
    if (thread !== undefined) return thread;
    try {
      thread = startThread(open, clock, () => {
        thread = null;
      });
      if (recorder !== null) recordThrough(thread, recorder);
    } catch {
      thread = null;
    }
    return thread;
  };
  // All content is read, even if no caller waits for it, because later content depends on it.
  const readingOf: ReadingOf = ({ content, number }) => {
    const reading = read(content);
    if (number !== null) recorder?.read({ number, reports: reading?.reports ?? [] });
    return reading;
  };
  return {
    openSocket: (address) => {
      started();
      return offer.ready$.pipe(
        switchMap(() => {
          // The worker may have failed in the meantime.
          const worker = started();
          return worker === null ? openHere(address) : openThere(worker, { address, number: nextSocket++, offer }, readingOf);
        }),
      );
    },
    parseInWorker: (bytes) => {
      const worker = bytes.byteLength < LONG ? null : started();
      if (worker === null) return of(textOf(bytes));
      return new Observable((subscriber) => {
        worker.waiting.push((content) => {
          subscriber.next((content === null ? null : readingOf(content)) ?? textOf(bytes));
          subscriber.complete();
        });
        // The content is copied, not transferred, because content that the worker cannot read is read here.
        worker.call({ kind: 'parse', bytes });
      });
    },
    recordTo: (next) => {
      recorder = next;
      if (thread != null) recordThrough(thread, next);
    },
  };
}
