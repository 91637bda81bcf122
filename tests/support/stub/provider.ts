import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { bodyOf, listen, sendJson, type TestHttpServer } from './httpServer.ts';

type Claims = Readonly<Record<string, unknown>>;

/** The person and token format of an OpenID provider. */
export interface ProviderShape {
  /** The claims of the ID token, besides issuer, audience, times and nonce. `sub` is required. */
  readonly idToken: Claims;
  /** The claims at the userinfo endpoint; default: those of the ID token. */
  readonly userInfo?: Claims;
  /** The claims of the access token besides issuer, times and `jti`; `'opaque'` for one that is not a JWT. */
  readonly accessToken: Claims | 'opaque';
  /** Whether a refresh token is issued. */
  readonly refreshTokens: boolean;
  /** Lifetime of access and ID token, in seconds. */
  readonly tokenSeconds: number;
  /** Sent instead of the request's nonce, for a faulty provider. */
  readonly nonce?: string;
  /** Whether the endpoints are on another origin than the issuer, as Cognito's are. */
  readonly endpointsElsewhere: boolean;
}

/** A minimal OpenID provider: authorization code with PKCE, keys, refresh tokens, log-out. */
export interface StubProvider {
  readonly issuer: string;
  readonly clientId: string;
  /** Returns whether an access token was issued here and is not expired. */
  readonly isToken: (token: string) => boolean;
  /** Parameters of every authorization request. */
  readonly authorizations: readonly Readonly<Record<string, string>>[];
  /** Parameters of every token request. */
  readonly tokenRequests: readonly Readonly<Record<string, string>>[];
  /** Changes the shape from the next token on. */
  readonly change: (shape: Partial<ProviderShape>) => void;
  /** Expires every token issued so far. */
  readonly endTokens: () => void;
  readonly close: () => Promise<void>;
}

interface Code {
  readonly challenge: string;
  readonly nonce: string | undefined;
  readonly redirectUri: string;
}

const CLIENT_ID = 'console-client';
const ALGORITHM = 'RS256';
const KEY_ID = 'stub';

const allowAll = (response: ServerResponse) => {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', '*');
};

const signInPage = (back: string) =>
  `<!doctype html><title>Sign in</title><main><h1>Sign in</h1><a href="${back.replaceAll('&', '&amp;')}">Continue</a></main>`;

/** Opens the provider. `redirectUris` are the only addresses it redirects to. */
export async function openStubProvider(first: ProviderShape, redirectUris: () => readonly string[]): Promise<StubProvider> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: ALGORITHM, use: 'sig' };
  let shape = first;
  const codes = new Map<string, Code>();
  const refreshTokens = new Set<string>();
  const accessTokens = new Map<string, number>();
  const authorizations: Readonly<Record<string, string>>[] = [];
  const tokenRequests: Readonly<Record<string, string>>[] = [];

  const sign = (claims: Claims, issuer: string, audience?: string) => {
    const token = new SignJWT({ ...claims }).setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID }).setIssuer(issuer).setIssuedAt();
    if (audience !== undefined) token.setAudience(audience);
    return token.setExpirationTime(`${shape.tokenSeconds}s`).sign(privateKey);
  };
  const tokens = async (issuer: string, nonce: string | undefined) => {
    const { accessToken, tokenSeconds } = shape;
    const access_token = accessToken === 'opaque' ? randomUUID() : await sign({ jti: randomUUID(), ...accessToken }, issuer);
    accessTokens.set(access_token, Date.now() + tokenSeconds * 1000);
    const refresh_token = randomUUID();
    if (shape.refreshTokens) refreshTokens.add(refresh_token);
    return {
      access_token,
      token_type: 'Bearer',
      expires_in: tokenSeconds,
      id_token: await sign({ ...shape.idToken, ...(nonce === undefined ? {} : { nonce: shape.nonce ?? nonce }) }, issuer, CLIENT_ID),
      ...(shape.refreshTokens ? { refresh_token } : {}),
    };
  };

  const authorize = (query: URLSearchParams, response: ServerResponse) => {
    const asked = Object.fromEntries(query);
    authorizations.push(asked);
    const { redirect_uri = '', state = '', code_challenge = '', response_type, code_challenge_method, client_id } = asked;
    const isRight = client_id === CLIENT_ID && response_type === 'code' && code_challenge_method === 'S256';
    if (!isRight || !redirectUris().includes(redirect_uri)) {
      response.writeHead(400).end('bad authorization request');
      return;
    }
    const code = randomUUID();
    codes.set(code, { challenge: code_challenge, nonce: asked['nonce'], redirectUri: redirect_uri });
    const back = new URL(redirect_uri);
    back.search = new URLSearchParams({ code, state }).toString();
    response.writeHead(200, { 'content-type': 'text/html' }).end(signInPage(back.href));
  };
  const exchange = async (request: IncomingMessage, response: ServerResponse, issuer: string) => {
    const asked = Object.fromEntries(new URLSearchParams(await bodyOf(request)));
    tokenRequests.push(asked);
    const refused = () => sendJson(response, 400, { error: 'invalid_grant' });
    if (asked['grant_type'] === 'refresh_token') {
      return refreshTokens.delete(asked['refresh_token'] ?? '') ? sendJson(response, 200, await tokens(issuer, undefined)) : refused();
    }
    const given = codes.get(asked['code'] ?? '');
    codes.delete(asked['code'] ?? '');
    const challenge = createHash('sha256')
      .update(asked['code_verifier'] ?? '')
      .digest('base64url');
    if (given?.challenge !== challenge || given.redirectUri !== asked['redirect_uri']) return refused();
    return sendJson(response, 200, await tokens(issuer, given.nonce));
  };

  const servers: TestHttpServer[] = [];
  let issuer = '';
  const endpoints = async (request: IncomingMessage, response: ServerResponse, origin: string) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    allowAll(response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (pathname === '/.well-known/openid-configuration') return sendJson(response, 200, discovery());
    if (pathname === '/favicon.ico') return void response.writeHead(204).end();
    if (pathname === '/jwks') return sendJson(response, 200, { keys: [jwk] });
    if (pathname === '/authorize') return authorize(searchParams, response);
    if (pathname === '/token') return exchange(request, response, issuer);
    if (pathname === '/userinfo') return sendJson(response, 200, shape.userInfo ?? shape.idToken);
    if (pathname === '/logout') {
      return void response.writeHead(302, { location: searchParams.get('post_logout_redirect_uri') ?? '/' }).end();
    }
    return void response.writeHead(404).end();
  };
  const own = await listen(endpoints);
  servers.push(own);
  // Another host name, so that it is another site too.
  if (first.endpointsElsewhere) servers.push(await listen(endpoints, '127.0.0.1'));
  issuer = own.origin;
  const at = servers.at(-1)?.origin ?? issuer;
  const discovery = () => ({
    issuer,
    authorization_endpoint: `${at}/authorize`,
    token_endpoint: `${at}/token`,
    userinfo_endpoint: `${at}/userinfo`,
    end_session_endpoint: `${at}/logout`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [ALGORITHM],
    code_challenge_methods_supported: ['S256'],
  });
  return {
    issuer,
    clientId: CLIENT_ID,
    isToken: (token) => (accessTokens.get(token) ?? 0) > Date.now(),
    authorizations,
    tokenRequests,
    change: (next) => {
      shape = { ...shape, ...next };
    },
    endTokens: () => {
      accessTokens.clear();
      refreshTokens.clear();
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
