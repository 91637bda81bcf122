import { Observable } from 'rxjs';
import { safeFileName } from '#domain/fileName';
import type { Ports, HttpResponse } from '#streams/ports';
import { replyOf, requestOf, serverAtOf, type SendParts } from './send.ts';

/** A file longer than this is given up, 2 GiB: a browser holds no more at once. */
const LONGEST_FILE_BYTES = 2 * 1024 ** 3;
/** What is kept of the text of a failure. */
const LONGEST_FAILURE_BYTES = 65_536;

/** What saving needs beside sending: whoever puts the bytes into the browser's downloads. */
export interface SaveParts extends Omit<SendParts, 'longestBytes'> {
  readonly save: (content: Blob, fileName: string) => void;
}

/** The name a server gave its file. Source: RFC 6266; the whole name wins over the one in ASCII. */
function saidName(disposition: string): string {
  const whole = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  try {
    if (whole !== undefined) return decodeURIComponent(whole);
  } catch {
    // Encoded wrongly: the other name remains.
  }
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? '';
}

async function saved(answer: Response, fallbackName: string, save: SaveParts['save']): Promise<HttpResponse> {
  if (!answer.ok) return replyOf(answer, LONGEST_FAILURE_BYTES);
  if (Number(answer.headers.get('content-length') ?? 0) > LONGEST_FILE_BYTES) {
    await answer.body?.cancel();
    throw new Error('The file is too long.');
  }
  const content = await answer.blob();
  save(content, safeFileName(saidName(answer.headers.get('content-disposition') ?? ''), fallbackName));
  return { status: answer.status, text: '', serverAt: serverAtOf(answer) };
}

/** Asks for a file and hands it to the browser's downloads; what it holds goes nowhere else. */
export function createSaveFile(parts: SaveParts): Ports['saveFile'] {
  const { apiRoot, fetch, save } = parts;
  const root = apiRoot.replace(/\/$/, '');
  return (ask, fallbackName) =>
    new Observable<HttpResponse>((subscriber) => {
      const leaving = new AbortController();
      fetch(`${root}/${ask.address}`, requestOf(ask, parts, leaving.signal, '*/*'))
        .then((answer) => saved(answer, fallbackName, save))
        .then(
          (reply) => {
            subscriber.next(reply);
            subscriber.complete();
          },
          (error: unknown) => subscriber.error(error),
        );
      return () => leaving.abort();
    });
}
