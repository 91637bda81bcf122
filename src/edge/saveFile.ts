/** Saves the response of a server's file call to the browser's downloads, under its file name. */

import { Observable } from 'rxjs';
import { safeFileName } from '#domain/text/fileName';
import type { HttpRequest, HttpResponse, Ports } from '#streams/ports';
import { replyOf, requestOf, serverTime, type SendParts } from './send.ts';
import { wholeFile, type OnBytes, type RequestFile } from './wholeFile.ts';

/** Maximum length of the kept text of a failure, in bytes. */
const LONGEST_FAILURE_BYTES = 65_536;

/** Dependencies of saving, in addition to the dependencies of sending; `save` starts the browser's download. */
export interface SaveParts extends Omit<SendParts, 'longestBytes' | 'longestShownBytes'> {
  readonly save: (content: Blob, fileName: string) => void;
  readonly stallMs?: number;
}

/** Returns the file name that a server sent. `filename*` takes precedence over the ASCII `filename`. Source: RFC 6266. */
function sentFileName(disposition: string): string {
  const whole = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  try {
    if (whole !== undefined) return decodeURIComponent(whole);
  } catch {
    // The encoding is invalid, so `filename` is used.
  }
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? '';
}

/** Time in ms without progress after which a download is continued by a range request. */
const STALLED_MS = 60_000;

/** Creates the port that requests a file and saves it to the browser's downloads once it is complete; its content is passed nowhere else. */
export function createSaveFile(parts: SaveParts): Ports['saveFile'] {
  const { apiRoot, fetch, clock, save, onProgress, stallMs = STALLED_MS } = parts;
  const root = apiRoot.replace(/\/$/, '');
  const saved = async (spec: HttpRequest, fallbackName: string, signal: AbortSignal): Promise<HttpResponse> => {
    const request: RequestFile = (more) => {
      const options = requestOf(spec, parts, signal, '*/*');
      const headers = new Headers(options.headers);
      for (const [name, value] of Object.entries(more)) headers.set(name, value);
      return fetch(`${root}/${spec.address}`, { ...options, headers });
    };
    const answer = await request({});
    const serverAt = serverTime(answer, clock);
    const { address } = spec;
    const onBytes: OnBytes = (bytes, total) => onProgress({ address, bytes, total });
    if (!answer.ok) return replyOf(answer, { longest: LONGEST_FAILURE_BYTES, clock, onBytes });
    const content = await wholeFile(answer, request, { stallMs, onBytes });
    if (content === null) return { status: answer.status, text: '', serverAt: serverAt(), isTooLong: true };
    // The download may have been cancelled as the last bytes arrived.
    signal.throwIfAborted();
    save(content, safeFileName(sentFileName(answer.headers.get('content-disposition') ?? ''), fallbackName));
    return { status: answer.status, text: '', serverAt: serverAt() };
  };
  return (spec, fallbackName) =>
    new Observable<HttpResponse>((subscriber) => {
      const leaving = new AbortController();
      saved(spec, fallbackName, leaving.signal).then(
        (reply) => {
          subscriber.next(reply);
          subscriber.complete();
        },
        (error: unknown) => subscriber.error(error),
      );
      return () => leaving.abort();
    });
}
