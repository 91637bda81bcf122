/** The interface of the adapters: `HttpRequest`, `HttpResponse`, `SocketEvent`, `Token`, `Renewal`, `Ports`. */

import type { Observable, SchedulerLike } from 'rxjs';
import type { Reading } from './columns.ts';

/** One HTTP request: `address` is relative to the API root, parameters already encoded. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly address: string;
  readonly body?: unknown;
  /** False only for the login-method check: neither bearer token nor credentials are sent. */
  readonly withToken: boolean;
  /** Sent as a header with calls that have side effects: the server acts once per id. Absent for other calls. */
  readonly requestId?: string;
  /** A stop: sent before all other requests of this browser. */
  readonly isUrgent?: true;
  /** Sent to its end also when its page is closed meanwhile, unless its body is long. */
  readonly outlivesPage?: true;
  /** An upload, a download or a long poll: slow, so that a browser limits how many run at a time. */
  readonly isLong?: true;
  /** A call that is answered late, and not in parts: limited in number too, and it does not wait for transfers. */
  readonly isSlow?: true;
  /** The body is sent as a form with files instead of JSON. */
  readonly asForm?: true;
  /** The response is needed as bytes: a file that a view shows, or JSON that is so long that a worker parses it. */
  readonly asBytes?: 'file' | 'json';
}

/**
 * One HTTP response, any status. `serverAt` is the server's time as the response is passed on, in ms since epoch: its `Date` header and the
 * time since the headers arrived; null without that header. Source: CLOCK11.
 */
export interface HttpResponse {
  readonly status: number;
  readonly text: string;
  readonly serverAt: number | null;
  /** The body of a successful response that was requested as bytes; `text` is then ''. */
  readonly bytes?: Uint8Array;
  /** True if the body exceeds the limit; `text` is then '', and there are no `bytes`. Source: BODY1. */
  readonly isTooLong?: true;
}

/**
 * Progress of a response, or of a form with a file, in bytes; `total` is null when the server sent no length. `address` is the address of the request.
 */
export interface FileProgress {
  readonly address: string;
  readonly bytes: number;
  readonly total: number | null;
}

/**
 * Events of one socket; a frame is either a text or already parsed, by a worker that holds the socket or from a column frame. After a frame that cannot be
 * read, the socket is closed. Nothing follows `closed`. A socket never errors.
 */
export type SocketEvent =
  | { readonly kind: 'opened'; readonly send: (text: string) => void }
  | { readonly kind: 'frame'; readonly text: string }
  | { readonly kind: 'read'; readonly reading: Reading }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'closed'; readonly code: number };

/** The current bearer token. Its value goes into request headers and the socket's authentication frame, and nowhere else. */
export interface Token {
  readonly value: string;
  /** In ms since epoch. */
  readonly expiresAt: number;
}

/** The outcome of a renewal. `unreachable`: there was no response, and the renewal is retried later; `refused`: this sign-in cannot be renewed. */
export type Renewal = 'renewed' | 'unreachable' | 'refused';

/** How a renewal is requested. An urgent one, for which a person waits, skips the pause after renewals without a response. */
export interface RenewalOptions {
  readonly isUrgent?: boolean;
}

/** The adapters: live, recorded or fake. They are the only inputs of the streams. */
export interface Ports {
  /** Sends once subscribed; unsubscribing aborts. Errors only when there is no response at all (no network, blocked). */
  readonly send: (ask: HttpRequest) => Observable<HttpResponse>;
  /**
   * Requests a file once subscribed and saves it to the downloads, under the name that the server gives, otherwise `fallbackName`; unsubscribing aborts.
   * `text` is the body of an error, and '' for a file. Errors as `send` does, and when the file cannot be saved.
   */
  readonly saveFile: (ask: HttpRequest, fallbackName: string) => Observable<HttpResponse>;
  /** Emits, with every chunk, the progress of responses that `saveFile` and `send` read and of forms that `send` sends. Never errors. */
  readonly progress$: Observable<FileProgress>;
  /** Opens once subscribed; unsubscribing closes. Completes after `closed`. */
  readonly openSocket: (address: string) => Observable<SocketEvent>;
  /**
   * Parses the response with the newest report of every device in a worker. Emits once and completes: the reading, or the text to parse on the page
   * (short, not JSON, of another shape, or no worker available). Never errors.
   */
  readonly parseInWorker: (bytes: Uint8Array) => Observable<Reading | string>;
  /** The token now and at every change; null while nobody is signed in. Replays the latest. */
  readonly token$: Observable<Token | null>;
  /** Renews the token once, one at a time for all tabs; emits the outcome, then completes. */
  readonly renew: (options?: RenewalOptions) => Observable<Renewal>;
  /** Whether the page is visible, now and at every change. Replays the latest. */
  readonly visible$: Observable<boolean>;
  /** Whether the browser has a network connection, now and at every change; this says nothing about the server. Replays the latest value. */
  readonly online$: Observable<boolean>;
  /** Emits about once per animation frame while subscribed, by the clock: batches reach the state of a visible page at this rate. */
  readonly frame$: Observable<unknown>;
  /** The one clock: `clock.now()` is ms since epoch and never goes back (`steadyClock`). */
  readonly clock: SchedulerLike;
  /** A number in [0, 1), the only source of randomness. */
  readonly random: () => number;
}
