import type { Observable, SchedulerLike } from 'rxjs';
import type { Reading, TextKind } from './columns.ts';

/** One request as it leaves: `address` is relative to the API root, parameters already encoded. */
export interface Ask {
  readonly method: 'GET' | 'POST';
  readonly address: string;
  readonly body?: unknown;
  /** False for the login-method check alone: neither bearer token nor credentials are sent. */
  readonly withToken: boolean;
  /** The id of an act, which goes along as a header: the server acts once per id. Absent where nothing is acted on. */
  readonly requestId?: string;
  /** The body is sent as a form with files instead of JSON. */
  readonly asForm?: true;
  /** The answer is wanted as bytes: a file that a view shows. */
  readonly asBytes?: true;
}

/** One raw answer, any status. `serverAt` is the server's `Date` header in ms since epoch, null when absent. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly serverAt: number | null;
  /** Of a good answer that was wanted as bytes; its text is then ''. */
  readonly bytes?: Uint8Array;
}

/** News of one socket. After `closed` nothing follows. A socket never errors. */
export type SocketNews =
  | { readonly kind: 'opened'; readonly send: (text: string) => void }
  | { readonly kind: 'frame'; readonly text: string }
  | { readonly kind: 'closed'; readonly code: number };

/** The bearer token of now. Its value goes into request headers and the socket's authentication frame, and nowhere else. */
export interface Token {
  readonly value: string;
  /** ms since epoch */
  readonly expiresAt: number;
}

/** The door to the outside: live, recorded or fake. Everything the streams learn comes through here. */
export interface Ports {
  /** Sends once subscribed; unsubscribing aborts. Errors only when there is no response at all (no network, blocked). */
  readonly send: (ask: Ask) => Observable<Reply>;
  /**
   * Asks for a file once subscribed and hands it to the person's downloads, under the name the server says, else `fallbackName`; unsubscribing
   * aborts. The reply has the text of an error, and '' for a file: its content passes by. Errors as `send` does, and when it cannot be saved.
   */
  readonly saveFile: (ask: Ask, fallbackName: string) => Observable<Reply>;
  /** Opens once subscribed; unsubscribing closes. Completes after `closed`. */
  readonly openSocket: (address: string) => Observable<SocketNews>;
  /**
   * Reads a text away from the page, so that the page has its time for people. Emits once and completes: the reading, or null for a text
   * that is to be read here (a short one, no JSON or of another shape, no place to read it). Never errors.
   */
  readonly readApart: (kind: TextKind, text: string) => Observable<Reading | null>;
  /** The token now and at every change; null while nobody is signed in. Replays its latest. */
  readonly token$: Observable<Token | null>;
  /** Renews the token once, one flight for all tabs; emits whether it worked, then completes. */
  readonly renew: () => Observable<boolean>;
  /** Whether the page is visible, now and at every change. Replays its latest. */
  readonly visible$: Observable<boolean>;
  /** Whether the browser has a network connection, now and at every change; true promises nothing of the server. Replays its latest. */
  readonly online$: Observable<boolean>;
  /** Emits about once in the time of an animation frame while subscribed, by the clock: the beat at which batches reach the state of a visible page. */
  readonly frame$: Observable<unknown>;
  /** The one clock: `clock.now()` is ms since epoch. */
  readonly clock: SchedulerLike;
  /** A number in [0, 1), the only source of chance. */
  readonly random: () => number;
}
