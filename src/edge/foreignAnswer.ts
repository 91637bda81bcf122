type Answer = Pick<Response, 'status' | 'headers'>;

/** Statuses with which a gateway, a proxy or a portal asks for a sign-in of its own. */
const ASKING = new Set([401, 403, 407, 511]);

/** Whether a response says that it is JSON. */
export const isJson = ({ headers }: Pick<Answer, 'headers'>): boolean => /\bjson\b/i.test(headers.get('content-type') ?? '');

/** Whether a response to a file that needs no sign-in comes from something on the way. */
export const isGateway = ({ status }: Answer): boolean => ASKING.has(status);
