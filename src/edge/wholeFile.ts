/** Maximum file length, 2 GiB; a longer download is aborted, because it would exceed the memory of a browser. */
const LONGEST_FILE_BYTES = 2 * 1024 ** 3;
/** Maximum number of times that a download is resumed; each resumption must have made progress. */
const MOST_RESUMES = 100;
/** Number of bytes after which the chunks of a file are merged into one blob, which the browser may store on disk. */
const JOIN_BYTES = 16 * 1024 ** 2;

const tooLong = () => new Error('The file is too long.');
const cutOff = () => new Error('The file was cut off.');

/** Requests a file, or the rest of it, with these headers. */
export type RequestFile = (headers: Readonly<Record<string, string>>) => Promise<Response>;

/** The content of a download while it arrives. */
function createContent() {
  let whole = new Blob([]);
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let loose = 0;
  const join = () => {
    whole = new Blob([whole, ...pieces]);
    pieces = [];
    loose = 0;
  };
  return {
    size: () => whole.size + loose,
    add: (piece: Uint8Array<ArrayBuffer>) => {
      pieces.push(piece);
      loose += piece.byteLength;
      if (loose >= JOIN_BYTES) join();
    },
    clear: () => {
      pieces = [];
      join();
      whole = new Blob([]);
    },
    whole: (type: string) => {
      join();
      return new Blob([whole], { type });
    },
  };
}
type Content = ReturnType<typeof createContent>;

/** Returns the announced length of a response; null if it is missing or is not the length of the file. */
export function announcedLength({ headers }: Response): number | null {
  const length = headers.get('content-length');
  return length === null || (headers.get('content-encoding') ?? 'identity') !== 'identity' ? null : Number(length);
}

/** Rejects when a promise takes longer than `ms`. */
function within<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(cutOff()), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Receives how many bytes of a file have arrived, and its length; null if that is unknown. */
export type OnBytes = (bytes: number, total: number | null) => void;

/** The limits of reading a download. */
export interface FileReading {
  /** A download without progress for this many ms is aborted. */
  readonly stallMs: number;
  readonly onBytes: OnBytes;
}

/** Reads a body into `content`; returns false if the body ended early or made no progress for `stallMs`. Rejects a file that is too long. */
async function readInto(content: Content, answer: Response, { stallMs, onBytes }: FileReading): Promise<boolean> {
  if (answer.body === null) return true;
  const [reader, wanted, before] = [answer.body.getReader(), announcedLength(answer), content.size()];
  const total = wanted === null ? null : before + wanted;
  const isWhole = () => wanted === null || content.size() - before === wanted;
  for (;;) {
    const piece = await within(reader.read(), stallMs).catch(() => null);
    if (piece?.done) return isWhole();
    if (piece !== null) {
      content.add(piece.value);
      onBytes(content.size(), total);
    }
    if (piece !== null && content.size() <= LONGEST_FILE_BYTES) continue;
    await reader.cancel().catch(() => undefined);
    if (piece !== null) throw tooLong();
    return false;
  }
}

/**
 * Reads a download to its end. Resumes an interrupted download if the server supports it (`Accept-Ranges`, `ETag`). Rejects an incomplete or too long one, so
 * that a part is never mistaken for the file.
 */
export async function wholeFile(first: Response, request: RequestFile, reading: FileReading): Promise<Blob> {
  if (Number(first.headers.get('content-length') ?? 0) > LONGEST_FILE_BYTES) {
    await first.body?.cancel();
    throw tooLong();
  }
  const content = createContent();
  const etag = first.headers.get('accept-ranges') === 'bytes' ? first.headers.get('etag') : null;
  let answer = first;
  for (let resumes = 0; ; resumes += 1) {
    const before = content.size();
    if (await readInto(content, answer, reading)) return content.whole(first.headers.get('content-type') ?? '');
    if (etag === null || resumes >= MOST_RESUMES || (resumes > 0 && content.size() === before)) throw cutOff();
    answer = await request({ range: `bytes=${content.size()}-`, 'if-range': etag });
    // The content changed meanwhile, so the download restarts.
    if (answer.status === 200) content.clear();
    else if (answer.status !== 206) throw cutOff();
  }
}
