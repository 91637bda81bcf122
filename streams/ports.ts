/** The interfaces of the adapters (`Ports`) and of their data: `HttpRequest`, `HttpResponse`, `FileProgress`, `SocketEvent`, `Token` and `Renewal`. */

import type { Observable, SchedulerLike } from 'rxjs';
import type { Reading } from './columns.ts';

/** One HTTP request: `address` is relative to the API root, parameters already encoded. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly address: string;
  readonly body?: unknown;
  /** False only for the login-method check, which is sent without bearer token and credentials. */
  readonly withToken: boolean;
  /** Header of calls with side effects: the server carries out a call once per id. Absent for other calls. */
  readonly requestId?: string;
  /** True for a stop, which is sent before all other requests of this browser. */
  readonly isUrgent?: true;
  /** True for a request that is completed even if its page is closed meanwhile, unless its body is long. */
  readonly outlivesPage?: true;
  /** True for an upload, a download or a long poll: such requests are slow, so the number that run at a time is limited. */
  readonly isLong?: true;
  /** True for a call whose response arrives late and at once: the number of such calls is limited too, but they do not wait for transfers. */
  readonly isSlow?: true;
  /** True if the body is sent as a form with files instead of JSON. */
  readonly asForm?: true;
  /** The purpose for which the response is needed as bytes: a file that a view shows, or JSON so long that a worker parses it. */
  readonly asBytes?: 'file' | 'json';
}

/**
 * One HTTP response, with any status. `serverAt` is the server's time when the response is passed on, in ms since epoch: the time in the `Date` header plus the
 * time since the headers arrived; null without this header. Source: CLOCK11.
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

/** Progress of a response, or of a form with a file, in bytes; `total` is null if the length is unknown. `address` is the address of the request. */
export interface FileProgress {
  readonly address: string;
  readonly bytes: number;
  readonly total: number | null;
}

/**
 * Events of one socket. A frame is either a text (`frame`), or already parsed (`read`) by the worker that holds the socket or from a column frame. After an
 * unreadable frame the socket is closed. No event follows `closed`. A socket never errors.
 */
export type SocketEvent =
  | { readonly kind: 'opened'; readonly send: (text: string) => void }
  | { readonly kind: 'frame'; readonly text: string }
  | { readonly kind: 'read'; readonly reading: Reading }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'closed'; readonly code: number };

/** The current bearer token. Its value is used only in request headers and in the socket's authentication frame. */
export interface Token {
  readonly value: string;
  /** Instant of the expiry, in ms since epoch. */
  readonly expiresAt: number;
}

/** The outcome of a renewal. `unreachable`: there was no response, and the renewal is retried later; `refused`: this sign-in cannot be renewed. */
export type Renewal = 'renewed' | 'unreachable' | 'refused';

/** The options of a renewal. An urgent renewal, for which a person waits, skips the pause after renewals without a response. */
export interface RenewalOptions {
  readonly isUrgent?: boolean;
}

/** The adapters: live, recorded or fake. They are the only inputs of the streams. */
export interface Ports {
  /** Sends a request when subscribed; unsubscribing aborts it. Errors only if there is no response at all (no network, blocked). */
  readonly send: (ask: HttpRequest) => Observable<HttpResponse>;
  /**
   * Requests a file when subscribed and saves it to the downloads, under the name in the response, otherwise `fallbackName`; unsubscribing aborts. `text` is
   * the body of an error, and '' for a file. Errors as `send` does, and if the file cannot be saved.
   */
  readonly saveFile: (ask: HttpRequest, fallbackName: string) => Observable<HttpResponse>;
  /** Emits the progress of responses that `saveFile` and `send` read, and of forms that `send` sends, with every chunk. Never errors. */
  readonly progress$: Observable<FileProgress>;
  /** Opens a socket when subscribed; unsubscribing closes it. Completes after `closed`. */
  readonly openSocket: (address: string) => Observable<SocketEvent>;
  /**
   * Parses the response with the newest report of every device in a worker. Emits once and completes: the reading, or the text to parse on the page
   * (short, not JSON, of another shape, or no worker available). Never errors.
   */
  readonly parseInWorker: (bytes: Uint8Array) => Observable<Reading | string>;
  /** The current token, then the token after every change; null while nobody is signed in. Replays the latest value. */
  readonly token$: Observable<Token | null>;
  /** Renews the token once, with one renewal at a time for all tabs; emits the outcome, then completes. */
  readonly renew: (options?: RenewalOptions) => Observable<Renewal>;
  /** Whether the page is visible, initially and at every change. Replays the latest value. */
  readonly visible$: Observable<boolean>;
  /** Whether the browser has a network connection, initially and at every change; the server may still be unreachable. Replays the latest value. */
  readonly online$: Observable<boolean>;
  /** Emits about once per animation frame while subscribed, by `clock`; batches reach the state of a visible page at this rate. */
  readonly frame$: Observable<unknown>;
  /** The only clock: `clock.now()` is in ms since epoch and never decreases (`steadyClock`). */
  readonly clock: SchedulerLike;
  /** Returns a number in [0, 1); the only source of randomness. */
  readonly random: () => number;
}
