import { Observable, of } from 'rxjs';
import { columnReader } from '#streams/columnReader';
import type { Columns, Reading, TextKind } from '#streams/columns';
import type { Ports } from '#streams/ports';

/** Texts shorter than this are read where they are needed: the way to another thread and back would cost more. */
const LONG = 16_384;

/** What the reader is given. */
export interface Apart {
  readonly kind: TextKind;
  readonly text: string;
}

/** As much of a worker as is used here: it answers each text it is given with its columns or null, in order. */
export type Reader = Pick<Worker, 'addEventListener' | 'postMessage'>;

type Waiting = (reading: Reading | null) => void;

/** What reads in a thread of its own from now on; null when it cannot be had. `onBroken`: it will never answer again. */
function started(open: () => Reader, onBroken: () => void): ((apart: Apart, waiting: Waiting) => void) | null {
  try {
    const reader = open();
    const read = columnReader();
    const waiting: Waiting[] = [];
    // Every answer is read, also one that nobody waits for any more: the next ones build on it.
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

/** Parses long texts in a worker, which starts with the first of them. Without a worker, or once it fails, the page parses everything. */
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
