/** Maximum length of a file, 2 GiB; a longer download is aborted, because it would exceed the memory of a browser. */
const LONGEST_FILE_BYTES = 2 * 1024 ** 3;
/** Maximum number of times that a download is resumed; each part must have made progress. */
const MOST_RESUMES = 100;
/** Number of bytes after which the chunks of a file are merged into one blob, which the browser may store on disk. */
const JOIN_BYTES = 16 * 1024 ** 2;

const cutOff = () => new Error('The file was cut off.');

/** Requests a file, or the rest of it, with additional headers. */
export type RequestFile = (headers: Readonly<Record<string, string>>) => Promise<Response>;

/** Creates the content of a download, which grows while it is received. */
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

/** Returns the announced length of a response in bytes; null if it is missing or is not the length of the file. */
export function announcedLength({ headers }: Response): number | null {
  const length = headers.get('content-length');
  return length === null || (headers.get('content-encoding') ?? 'identity') !== 'identity' ? null : Number(length);
}

/**
 * Returns the announced length as the total for the `bytes` received so far; null if the total is unknown: if more bytes than announced are received, the
 * content was compressed in transit.
 */
export const totalOf = (bytes: number, announced: number | null): number | null =>
  announced !== null && bytes > announced ? null : announced;

/** Returns the number of bytes that compression adds to content that it cannot shorten: header and checksum, and a few bytes for each block. */
const addedByCompression = (bytes: number): number => 64 + Math.ceil(bytes / 1_000);

/** Returns the tag of a content for which the server offers ranges; null if it does not. A server that compresses on the fly offers no ranges. */
const rangesTag = ({ headers }: Response): string | null => (headers.get('accept-ranges') === 'bytes' ? headers.get('etag') : null);

/**
 * Returns whether a body may be compressed although no header indicates it: only another origin can hide the header, and a server that offers ranges with a
 * strong tag sends the content itself (a weak tag, `W/`, also applies to its compressed forms). Source: FILE11; RFC 9110, 8.8.1.
 */
function mayHideCompression(answer: Response): boolean {
  const isHidden = answer.type === 'cors' && answer.headers.get('content-encoding') === null;
  return isHidden && answer.status !== 206 && (rangesTag(answer)?.startsWith('W/') ?? true);
}

/**
 * Returns whether a body ended before the announced length. Another origin may hide that it compressed the body: the announced length is then that of the
 * compressed body, which is shorter than the content, or slightly longer. An empty body ended early. Source: FILE11.
 */
function isCutOff(answer: Response, bytes: number, announced: number | null): boolean {
  if (announced === null) return false;
  const added = bytes > 0 && mayHideCompression(answer) ? addedByCompression(bytes) : 0;
  return bytes + added < announced;
}

/** Returns a promise that rejects if the given one takes longer than `ms`. */
function within<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(cutOff()), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Called with the number of received bytes of a file and its length; null if the length is unknown. */
export type OnBytes = (bytes: number, total: number | null) => void;

/** The limits of reading a download. */
export interface FileReading {
  /** Time in ms without progress after which reading a response ends. */
  readonly stallMs: number;
  readonly onBytes: OnBytes;
}

/** Reads a body into `content`; returns false if the body ended early or made no progress for `stallMs`, and null if the file is too long. */
async function readInto(content: Content, answer: Response, { stallMs, onBytes }: FileReading): Promise<boolean | null> {
  if (answer.body === null) return true;
  const [reader, wanted, before] = [answer.body.getReader(), announcedLength(answer), content.size()];
  const total = wanted === null ? null : before + wanted;
  const isWhole = () => !isCutOff(answer, content.size() - before, wanted);
  for (;;) {
    const piece = await within(reader.read(), stallMs).catch(() => null);
    if (piece?.done) return isWhole();
    if (piece !== null) {
      content.add(piece.value);
      onBytes(content.size(), totalOf(content.size(), total));
    }
    if (piece !== null && content.size() <= LONGEST_FILE_BYTES) continue;
    await reader.cancel().catch(() => undefined);
    return piece === null ? false : null;
  }
}

/**
 * Reads a download to its end; returns null for a download that is too long. Resumes an interrupted download if the server supports it (`Accept-Ranges`,
 * `ETag`). Rejects an incomplete download, so a part is never mistaken for the file. Source: BODY1.
 */
export async function wholeFile(first: Response, request: RequestFile, reading: FileReading): Promise<Blob | null> {
  if (Number(first.headers.get('content-length') ?? 0) > LONGEST_FILE_BYTES) {
    await first.body?.cancel();
    return null;
  }
  const content = createContent();
  const etag = rangesTag(first);
  let answer = first;
  for (let resumes = 0; ; resumes += 1) {
    const before = content.size();
    const isWhole = await readInto(content, answer, reading);
    if (isWhole === null) return null;
    if (isWhole) return content.whole(first.headers.get('content-type') ?? '');
    if (etag === null || resumes >= MOST_RESUMES || (resumes > 0 && content.size() === before)) throw cutOff();
    answer = await request({ range: `bytes=${content.size()}-`, 'if-range': etag });
    // The content has changed meanwhile, so the download starts again.
    if (answer.status === 200) content.clear();
    else if (answer.status !== 206) throw cutOff();
  }
}
