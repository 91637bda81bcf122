/** An expected failure of a request; becomes its status and the `{ error: "<kind>: <text>" }` body. */
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
