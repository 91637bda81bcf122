import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { SecondFactorProofs } from '#server/identity/outside/secondFactorProofs';
import { freePort } from './freePort.ts';

/** An OpenID provider as the server sees it: discovery document, keys and introspection. */
export interface OutsideProvider {
  readonly issuer: string;
  /** Signs a token with the current key. */
  readonly sign: (claims: JWTPayload) => Promise<string>;
  /** `isAway`: connections are cut; `introspected`: the responses of introspection, by token. */
  readonly state: { isAway: boolean; introspected: Map<string, unknown> };
  /** Signs with a new key from now on, in place of the former one. */
  readonly rotate: () => Promise<void>;
  /** Addresses that were requested, and of introspections the account. */
  readonly requests: string[];
  readonly close: () => Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: string[] = [];
  for await (const chunk of request) chunks.push(String(chunk));
  return new URLSearchParams(chunks.join(''));
}

const newKey = async (number: number) => ({ kid: `key-${number}`, pair: await generateKeyPair('RS256', { extractable: true }) });

/** Starts a provider on a free port. */
export async function startOutsideProvider(): Promise<OutsideProvider> {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const signing = { number: 1, key: await newKey(1) };
  const state: OutsideProvider['state'] = { isAway: false, introspected: new Map() };
  const requests: string[] = [];
  const replyTo = async (request: IncomingMessage): Promise<unknown> => {
    if (request.url === '/keys')
      return { keys: [{ ...(await exportJWK(signing.key.pair.publicKey)), kid: signing.key.kid, alg: 'RS256' }] };
    if (request.url === '/introspect') return state.introspected.get((await bodyOf(request)).get('token') ?? '') ?? { active: false };
    return { issuer, jwks_uri: `${issuer}/keys`, introspection_endpoint: `${issuer}/introspect` };
  };
  const server = createServer((request, reply) => {
    requests.push([request.url, request.headers.authorization].filter((part) => part !== undefined).join(' '));
    if (state.isAway) return request.socket.destroy();
    return void replyTo(request).then((body) => reply.setHeader('content-type', 'application/json').end(JSON.stringify(body)));
  });
  server.listen(Number(new URL(issuer).port), '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: signing.key.kid }).sign(signing.key.pair.privateKey),
    state,
    rotate: async () => {
      signing.number += 1;
      signing.key = await newKey(signing.number);
    },
    requests,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Proofs of one server without a database. */
export function proofsInMemory(): SecondFactorProofs {
  const known = new Set<string>();
  return { add: async (token) => void known.add(token), has: async (token) => known.has(token) };
}
