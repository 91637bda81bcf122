/** An expected failure of a request; becomes its status and the `{ error: "<kind>: <text>" }` body. */
export class Failure extends Error {
  readonly status: number;
  readonly kind: string;
  /** How long to wait before the next try, in s; null where that is unknown. */
  readonly retryAfterSeconds: number | null;
  constructor(status: number, kind: string, text: string, retryAfterSeconds: number | null = null) {
    super(text);
    this.name = 'Failure';
    this.status = status;
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 400: the request is invalid. */
export const invalid = (text: string) => new Failure(400, 'Invalid', text);
/** 401: no token, or an invalid or expired one. */
export const unauthenticated = (text: string) => new Failure(401, 'Unauthorized', text);
/** 403: authenticated, but not authorised. */
export const forbidden = (text: string) => new Failure(403, 'Forbidden', text);
/** 404: does not exist, or is not visible to the caller. */
export const notFound = (text: string) => new Failure(404, 'NotFound', text);
/** 409: the current state does not allow the request. */
export const conflict = (text: string) => new Failure(409, 'Conflict', text);
/** 409: a thing was removed, or used, while it was used, or removed. Source: REMOVE3. */
export const torn = () => conflict('Somebody else removed or used it in the meantime.');
/** 429: too much at once; `retryAfterSeconds` becomes the header `Retry-After`. */
export const tooMany = (text: string, retryAfterSeconds: number) => new Failure(429, 'TooMany', text, retryAfterSeconds);
