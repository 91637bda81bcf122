import { columnWriter } from '#streams/socket/columnWriter';
import type { TextKind } from '#streams/columns';
import type { Content } from '#streams/columnFrame/contentReader';
import { isFreshFrame } from '#streams/columnFrame/frameReader';
import { holdSocket, type HeldSocket, type MakeSocket } from './openSocket.ts';
import { pacedPost, type After, type Post } from './pacedPost.ts';

/** The calls of the page to the thread that holds its socket. `socket` is a number that the page assigned. */
export type SocketThreadCall =
  | { readonly kind: 'open'; readonly socket: number; readonly address: string; readonly protocols: readonly string[] }
  | { readonly kind: 'send'; readonly socket: number; readonly text: string }
  | { readonly kind: 'close'; readonly socket: number }
  /** Parses a response; the `parsed` events have the order of these calls. */
  | { readonly kind: 'parse'; readonly bytes: Uint8Array }
  /** Connects the recorder's port, to which everything that is read from now on is also sent. */
  | { readonly kind: 'record'; readonly port: MessagePort };

/** The content that was read, and its number among the contents that the recorder received; null if the recorder did not receive the content. */
export interface NumberedContent {
  readonly content: Content;
  readonly number: number | null;
}

/** The events that the thread reports to the page. */
export type SocketThreadEvent =
  /** The thread has loaded and accepts calls. */
  | { readonly kind: 'started' }
  | { readonly kind: 'opened'; readonly socket: number }
  | ({ readonly kind: 'read'; readonly socket: number } & NumberedContent)
  /** A frame that the page must parse itself, because the frame is not JSON or cannot be sent between threads. */
  | { readonly kind: 'unread'; readonly socket: number; readonly text: string }
  | { readonly kind: 'closed'; readonly socket: number; readonly code: number }
  | { readonly kind: 'parsed'; readonly read: NumberedContent | null }
  /** Events that were delayed and joined, in their order. */
  | { readonly kind: 'several'; readonly events: readonly SocketThreadEvent[] };

/** Approximate size of a report: in a frame in bytes, in columns in numbers. */
const REPORT_BYTES = 12;
const REPORT_NUMBERS = 20;

/**
 * Returns the approximate number of reports in the content; null if the content also includes a push for which a user may wait, such as the answer to a stop.
 */
function reportsIn(content: Content): number | null {
  if (content.kind === 'frame') return content.bytes.length / REPORT_BYTES;
  return content.columns.others.length > 0 ? null : content.columns.values.length / REPORT_NUMBERS;
}

/** Returns content for the recorder with separate buffers; the recorder needs only the reports. */
function copyOf(content: Content): { readonly content: Content; readonly handedOver: readonly ArrayBuffer[] } {
  if (content.kind === 'frame') {
    const bytes = content.bytes.slice();
    return { content: { ...content, bytes }, handedOver: [bytes.buffer] };
  }
  const values = content.columns.values.slice();
  return { content: { ...content, columns: { ...content.columns, values, others: [] } }, handedOver: [values.buffer] };
}

const buffersOf = (content: Content): readonly ArrayBuffer[] => [
  content.kind === 'frame' ? content.bytes.buffer : content.columns.values.buffer,
];

/** Creates the functions that pass the content that was read to the recorder, and number it. */
function createRecording() {
  let port: MessagePort | null = null;
  let nextNumber = 0;
  /** The sockets whose frames the recorder can read, because it has received a frame of each that does not depend on an earlier frame. */
  const readable = new Set<number>();
  return {
    connect: (next: MessagePort) => {
      [port, nextNumber] = [next, 0];
      readable.clear();
    },
    /** Passes the content to the recorder and returns its number; null if the recorder does not receive the content. */
    pass: (content: Content): number | null => {
      if (port === null) return null;
      if (content.kind === 'frame' && isFreshFrame(content.bytes)) readable.add(content.socket);
      if (content.kind === 'frame' && !readable.has(content.socket)) return null;
      const number = nextNumber++;
      const copy = copyOf(content);
      port.postMessage({ number, content: copy.content } satisfies NumberedContent, [...copy.handedOver]);
      return number;
    },
  };
}

/** Returns the handler of the page's calls, which holds sockets and parses their frames, in a worker. Source: SOCK7, SOCK13. */
export function socketThread(make: MakeSocket, postNow: Post<SocketThreadEvent>, after: After): (call: SocketThreadCall) => void {
  const post = pacedPost(postNow, (events): SocketThreadEvent => ({ kind: 'several', events }), after);
  const sockets = new Map<number, HeldSocket>();
  let write = columnWriter();
  const recording = createRecording();
  const send = (content: Content, wrap: (read: NumberedContent) => SocketThreadEvent) => {
    // The content is sent to the recorder first, because the page later refers to its reports by number.
    const number = recording.pass(content);
    const event = wrap({ content, number });
    const reports = event.kind === 'read' ? reportsIn(content) : null;
    if (reports === null) post.now(event, buffersOf(content));
    else post.paced(event, buffersOf(content), reports);
  };
  /**
   * Sends a text as columns; returns false if that is not possible. The numbering of strings then restarts, because the page has not received the strings of
   * this text.
   */
  const sendColumns = (kind: TextKind, text: string, wrap: (read: NumberedContent) => SocketThreadEvent): boolean => {
    try {
      const columns = write(kind, text);
      if (columns === null) return false;
      send({ kind: 'columns', columns }, wrap);
      return true;
    } catch {
      write = columnWriter();
      return false;
    }
  };
  const open = (socket: number, opening: Pick<Extract<SocketThreadCall, { kind: 'open' }>, 'address' | 'protocols'>) => {
    const wrap = (read: NumberedContent): SocketThreadEvent => ({ kind: 'read', socket, ...read });
    const held = holdSocket(make, opening, (event) => {
      if (event.kind === 'columns') return send({ kind: 'frame', socket, bytes: event.bytes }, wrap);
      if (event.kind !== 'frame') post.now({ ...event, socket }, []);
      else if (!sendColumns('frame', event.text, wrap)) post.now({ kind: 'unread', socket, text: event.text }, []);
      if (event.kind === 'closed') sockets.delete(socket);
      return undefined;
    });
    sockets.set(socket, held);
  };
  const record = (port: MessagePort) => {
    recording.connect(port);
    write = columnWriter();
  };
  postNow({ kind: 'started' }, []);
  return (call) => {
    if (call.kind === 'open') open(call.socket, call);
    else if (call.kind === 'send') sockets.get(call.socket)?.send(call.text);
    else if (call.kind === 'close') sockets.get(call.socket)?.close();
    else if (call.kind === 'record') record(call.port);
    else if (!sendColumns('machines', new TextDecoder().decode(call.bytes), (read) => ({ kind: 'parsed', read })))
      post.now({ kind: 'parsed', read: null }, []);
  };
}
