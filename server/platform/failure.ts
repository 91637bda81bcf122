/** What a caller did wrong or may not do; becomes the status and the `{ error: "<kind>: <text>" }` body. */
export class Failure extends Error {
  readonly status: number;
  readonly kind: string;
  constructor(status: number, kind: string, text: string) {
    super(text);
    this.name = 'Failure';
    this.status = status;
    this.kind = kind;
  }
}

/** 400: the request does not fit the contract. */
export const invalid = (text: string) => new Failure(400, 'Invalid', text);
/** 401: no token, or one that does not count (any more). */
export const unauthenticated = (text: string) => new Failure(401, 'Unauthorized', text);
/** 403: known, but the right is missing. */
export const forbidden = (text: string) => new Failure(403, 'Forbidden', text);
/** 404: unknown, or not the caller's to know. */
export const notFound = (text: string) => new Failure(404, 'NotFound', text);
/** 409: the thing is in a state that does not allow it. */
export const conflict = (text: string) => new Failure(409, 'Conflict', text);
