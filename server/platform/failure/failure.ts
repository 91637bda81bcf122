/**
 * The kinds of failures with their status: `invalid` 400, `unauthenticated` 401, `forbidden` 403, `notFound` 404, `conflict` 409, `tooLarge` 413, `tooMany`
 * 429, `unavailable` 503.
 */

/** Kinds of failures: the word before the text of an error body, its status, and when it is sent. Source: FAILURES2. */
export const failureKinds = {
  Invalid: { status: 400, when: 'The request cannot be read, or breaks a rule that it could have known.' },
  Unauthorized: { status: 401, when: 'There is no token, or an invalid or expired one.' },
  Forbidden: { status: 403, when: 'The caller is known, but may not do it.' },
  MfaRequired: { status: 403, when: 'The sign-in has no second factor, and the call needs one.' },
  NotAllowed: { status: 403, when: 'The e-mail address of the account may not use the console.' },
  NotFound: { status: 404, when: 'The thing does not exist, or is not visible to the caller.' },
  Conflict: { status: 409, when: 'The current state does not allow the request.' },
  TooLarge: { status: 413, when: 'The body, or all that a device stores, is larger than its limit.' },
  TooMany: { status: 429, when: 'There is too much at once; `Retry-After` says how many seconds to wait.' },
  ServerFault: { status: 500, when: 'The server has a fault; its cause is in the log alone.' },
  Unavailable: { status: 503, when: 'The database, the broker, the storage or the identity provider does not answer.' },
} as const;

/** A kind of failure. */
export type FailureKind = keyof typeof failureKinds;

/** An expected failure of a request; becomes its status and the `{ error: "<kind>: <text>" }` body. */
export class Failure extends Error {
  readonly status: number;
  readonly kind: string;
  /** Time to wait before a retry, in s; null if unknown. */
  readonly retryAfterSeconds: number | null;
  constructor(status: number, kind: string, text: string, retryAfterSeconds: number | null = null) {
    super(text);
    this.name = 'Failure';
    this.status = status;
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const ofKind = (kind: FailureKind, text: string, retryAfterSeconds: number | null = null) =>
  new Failure(failureKinds[kind].status, kind, text, retryAfterSeconds);

/** 400: the request is invalid. */
export const invalid = (text: string) => ofKind('Invalid', text);
/** 401: no token, or an invalid or expired one. */
export const unauthenticated = (text: string) => ofKind('Unauthorized', text);
/** 403: authenticated, but not authorised. */
export const forbidden = (text: string) => ofKind('Forbidden', text);
/** 404: does not exist, or is not visible to the caller. */
export const notFound = (text: string) => ofKind('NotFound', text);
/** 409: the current state does not allow the request. */
export const conflict = (text: string) => ofKind('Conflict', text);
/** 413: larger than a limit. */
export const tooLarge = (text: string) => ofKind('TooLarge', text);
/** 429: too many requests; `retryAfterSeconds` becomes the header `Retry-After`. */
export const tooMany = (text: string, retryAfterSeconds: number) => ofKind('TooMany', text, retryAfterSeconds);
/** 503: another component did not respond, so the requested change may have been made. */
export class Unanswered extends Failure {
  constructor(text: string, retryAfterSeconds: number | null = null) {
    super(failureKinds.Unavailable.status, 'Unavailable', text, retryAfterSeconds);
  }
}

/** Returns whether an error is a failure that proves that nothing was changed. */
export const isUndone = (error: unknown): error is Failure => error instanceof Failure && !(error instanceof Unanswered);

/** 503: another component is unavailable, and nothing was changed. */
export const unavailable = (text: string, retryAfterSeconds: number | null = null) => ofKind('Unavailable', text, retryAfterSeconds);
