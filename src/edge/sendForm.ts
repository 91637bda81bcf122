/** Sends a form with a file, and reports how much of it was sent. */

import { Observable } from 'rxjs';
import type { HttpResponse, Ports } from '#streams/ports';
import { requestOf, serverTime, type SendParts } from './send.ts';

/** Maximum length of a response to a form, in characters; the rest of a longer response is not used. */
const LONGEST_RESPONSE = 65_536;

/** Dependencies of sending a form: `openRequest` creates a request that reports the progress of its upload, which `fetch` does not. */
export interface SendFormParts extends Pick<SendParts, 'apiRoot' | 'token' | 'clock' | 'sendsRequestIds' | 'onProgress'> {
  readonly openRequest: () => XMLHttpRequest;
}

/**
 * Returns a response, without its text if it is too long and successful. The beginning of a failure that is too long shows whether it is from a gateway.
 * Source: BODY1.
 */
function replyOf(request: XMLHttpRequest, clock: SendFormParts['clock'], isTooLong: boolean): HttpResponse {
  const { status, responseText: text } = request;
  const serverAt = serverTime({ headers: new Headers({ date: request.getResponseHeader('date') ?? '' }) }, clock)();
  const isCutOff = isTooLong && status >= 200 && status < 300;
  return isCutOff ? { status, text: '', serverAt, isTooLong } : { status, text, serverAt };
}

/** Creates the port that sends forms with files. Like `send`, it treats any status as a response; an error means that there was no response. */
export function createSendForm(parts: SendFormParts): Ports['send'] {
  const root = parts.apiRoot.replace(/\/$/, '');
  return (spec) =>
    new Observable<HttpResponse>((subscriber) => {
      const { address } = spec;
      const request = parts.openRequest();
      const { headers, body } = requestOf(spec, parts, new AbortController().signal);
      request.open(spec.method, `${root}/${address}`);
      request.withCredentials = spec.withToken;
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) =>
        parts.onProgress({ address, bytes: loaded, total: lengthComputable ? total : null }),
      );
      const fail = () => subscriber.error(new Error('There was no response.'));
      const succeed = (isTooLong: boolean) => {
        subscriber.next(replyOf(request, parts.clock, isTooLong));
        subscriber.complete();
      };
      request.addEventListener('progress', ({ loaded }) => {
        if (loaded <= LONGEST_RESPONSE) return;
        succeed(true);
        request.abort();
      });
      request.addEventListener('error', fail);
      request.addEventListener('abort', fail);
      request.addEventListener('load', () => succeed(false));
      request.send(body instanceof FormData ? body : null);
      return () => request.abort();
    });
}
