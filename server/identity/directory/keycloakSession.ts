/** The session with Keycloak: client credentials, the token, and requests below the realm. */

import { z } from '#contract/schema';
import { directoryFailure } from './directoryFailure.ts';
import type { DirectoryAnswer, DirectoryClient, DirectoryRequest } from './directoryClient.ts';

/** The dependencies of a Keycloak session. `clientId` and `secret` belong to a confidential client with a service account. */
export interface KeycloakParts {
  /** URLs of the realm (`https://host/admin/realms/NAME`) and of its token endpoint. */
  readonly realm: string;
  readonly token: string;
  readonly clientId: string;
  readonly secret: string;
  readonly client: DirectoryClient;
  /** Returns the monotonic time, in ms. */
  readonly elapsed: () => number;
}

/** A request below the realm; `what` names the content of a successful response. */
export interface RealmRequest {
  readonly method?: DirectoryRequest['method'];
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A function that sends requests to the realm with a valid token. */
export type KeycloakSession = (request: RealmRequest, signal?: AbortSignal) => Promise<DirectoryAnswer>;

const tokenAnswer = z.looseObject({ access_token: z.string(), expires_in: z.catch(z.number(), 0) });
/** Time before its expiry at which a token is renewed, in ms. */
const MARGIN_MS = 10_000;
const UNAUTHORISED = 401;

/** Creates the session: the client credentials grant, renewed before the token expires and once after a 401. */
export function createKeycloakSession({ realm, token, clientId, secret, client, elapsed }: KeycloakParts): KeycloakSession {
  let known: { readonly value: Promise<string>; readonly until: number } | null = null;
  const fetchToken = async (): Promise<{ value: string; livesMs: number }> => {
    const { status, body } = await client({
      method: 'POST',
      url: token,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from([clientId, secret].map(encodeURIComponent).join(':')).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }).toString(),
      isRead: true,
    });
    if (status >= 400) throw directoryFailure.refused(String(status));
    const read = tokenAnswer.safeParse(body);
    if (!read.success) throw directoryFailure.unclear('a token');
    return { value: read.data.access_token, livesMs: read.data.expires_in * 1_000 - MARGIN_MS };
  };
  const validToken = (): Promise<string> => {
    if (known !== null && elapsed() < known.until) return known.value;
    const fetched = fetchToken();
    const value = fetched.then((one) => one.value);
    // Callers that need a token during a request share its result.
    const own = { value, until: Infinity };
    known = own;
    fetched.then(
      ({ livesMs }) => {
        if (known === own) known = { value, until: elapsed() + livesMs };
      },
      () => {
        if (known === own) known = null;
      },
    );
    return value;
  };
  const send = async ({ method = 'GET', path, query, body }: RealmRequest, bearer: string, signal: AbortSignal | undefined) =>
    client(
      {
        method,
        url: `${realm}${path}${query === undefined ? '' : `?${new URLSearchParams(query).toString()}`}`,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${bearer}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        isRead: method === 'GET',
      },
      signal,
    );
  return async (request, signal) => {
    const bearer = validToken();
    const first = await send(request, await bearer, signal);
    if (first.status !== UNAUTHORISED) return first;
    if (known?.value === bearer) known = null;
    return send(request, await validToken(), signal);
  };
}
