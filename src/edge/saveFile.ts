import { Observable } from 'rxjs';
import { safeFileName } from '#domain/text/fileName';
import type { Ports, HttpResponse } from '#streams/ports';
import { replyOf, requestOf, serverAtOf, type SendParts } from './send.ts';

/** Maximum file length, 2 GiB; a longer one is aborted: a browser holds no more at once. */
const LONGEST_FILE_BYTES = 2 * 1024 ** 3;
/** Maximum length kept of a failure's text. */
const LONGEST_FAILURE_BYTES = 65_536;

/** Dependencies of saving besides those of sending; `save` starts the browser's download. */
export interface SaveParts extends Omit<SendParts, 'longestBytes'> {
  readonly save: (content: Blob, fileName: string) => void;
}

/** Returns the file name that a server sent. Source: RFC 6266; `filename*` is preferred to the ASCII `filename`. */
function saidName(disposition: string): string {
  const whole = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  try {
    if (whole !== undefined) return decodeURIComponent(whole);
  } catch {
    // Invalid encoding: falls back to the other name.
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

/** Creates the port that requests a file and saves it to the browser's downloads; its content goes nowhere else. */
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
