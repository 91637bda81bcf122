import { Observable, of } from 'rxjs';
import { columnReader } from '#streams/socket/columnReader';
import type { Columns, Reading, TextKind } from '#streams/socket/columns';
import type { Ports } from '#streams/ports';

/** Texts shorter than this, in characters, are parsed on the main thread: the transfer to a worker and back would cost more. */
const LONG = 16_384;

/** Request to the parsing worker. */
export interface Apart {
  readonly kind: TextKind;
  readonly text: string;
}

/** The part of `Worker` used here: it answers each text with its columns or null, in order. */
export type Reader = Pick<Worker, 'addEventListener' | 'postMessage'>;

type Waiting = (reading: Reading | null) => void;

/** Starts the worker; null when that fails. `onBroken` is called when it will not respond any more. */
function started(open: () => Reader, onBroken: () => void): ((apart: Apart, waiting: Waiting) => void) | null {
  try {
    const reader = open();
    const read = columnReader();
    const waiting: Waiting[] = [];
    // Every response is read, also one without a subscriber: the following ones depend on it.
    reader.addEventListener('message', ({ data }: MessageEvent<Columns | null>) => {
      const reading = data === null ? null : read(data);
      waiting.shift()?.(reading);
    });
    reader.addEventListener('error', () => {
      onBroken();
      for (const give of waiting.splice(0)) give(null);
    });
    return (apart, give) => {
      waiting.push(give);
      reader.postMessage(apart, []);
    };
  } catch {
    return null;
  }
}

/** Creates the port that parses long texts in a worker, started with the first of them. Without a worker, or after it fails, the page parses everything. */
export function createParseInWorker(open: () => Reader): Ports['parseInWorker'] {
  let reading: ReturnType<typeof started> | undefined;
  return (kind, text) => {
    if (text.length < LONG || reading === null) return of(null);
    return new Observable((subscriber) => {
      reading ??= started(open, () => {
        reading = null;
      });
      const give: Waiting = (result) => {
        subscriber.next(result);
        subscriber.complete();
      };
      if (reading === null) give(null);
      else reading({ kind, text }, give);
    });
  };
}
