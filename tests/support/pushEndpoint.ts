import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decrypt } from 'http_ece';
import { decodeJwt, importJWK, jwtVerify } from 'jose';
import type { Notice } from '#domain/notifications/siteNotice';

/** The registration of a browser. */
export interface PushRegistration {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** A browser at the push service. */
export interface PushBrowser {
  readonly registration: PushRegistration;
  /** The notices that arrived, the oldest first. */
  readonly received: readonly Notice[];
}

/** A push service of the test: it checks who sends (RFC 8292), as the real ones do, and keeps what arrives for each browser. */
export interface PushEndpoint {
  /** Its host, for the setting `PUSH_HOSTS`. */
  readonly host: string;
  /** Subscribes a browser with the server's public key. */
  readonly subscribe: (publicKey: string) => PushBrowser;
  /** The service's answer to a browser's messages from now on; undefined: accepts them. */
  readonly answerWith: (browser: PushBrowser, status: number | undefined) => void;
  /** How often a browser's address was asked, whatever the answer. */
  readonly askedOf: (browser: PushBrowser) => number;
  readonly headersOf: (browser: PushBrowser) => Readonly<Record<string, unknown>>;
  readonly close: () => Promise<void>;
}

interface Place {
  readonly ecdh: ReturnType<typeof createECDH>;
  readonly auth: string;
  readonly publicKey: string;
  readonly received: Notice[];
  status: number | undefined;
  asked: number;
  headers: Readonly<Record<string, unknown>>;
}

/** The key of a VAPID sender as JWK: an uncompressed point. */
function jwkOf(publicKey: string) {
  const point = Buffer.from(publicKey, 'base64url');
  return { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
}

async function isOfSender(authorization: string, publicKey: string, origin: string): Promise<boolean> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  if (key !== publicKey) return false;
  await jwtVerify(token, await importJWK(jwkOf(publicKey), 'ES256'), { audience: origin });
  return /^(mailto:|https:)/.test(decodeJwt(token).sub ?? '');
}

/** Opens a push service on this machine. */
export async function openPushEndpoint(): Promise<PushEndpoint> {
  const places = new Map<string, Place>();
  const server = createServer((request, response) => {
    const place = places.get(request.url ?? '');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    const answer = async () => {
      if (place === undefined) return response.writeHead(404).end();
      place.asked += 1;
      place.headers = request.headers;
      const isAllowed = await isOfSender(String(request.headers.authorization), place.publicKey, origin).catch(() => false);
      if (!isAllowed) return response.writeHead(403).end();
      if (place.status !== undefined) return response.writeHead(place.status).end();
      const bytes = decrypt(Buffer.concat(chunks), { version: 'aes128gcm', privateKey: place.ecdh, authSecret: place.auth });
      place.received.push(JSON.parse(bytes.toString('utf8')));
      return response.writeHead(201).end();
    };
    request.on('end', () => void answer());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const origin = `http://${host}`;
  const placeOf = (browser: PushBrowser): Place => {
    const place = places.get(new URL(browser.registration.endpoint).pathname);
    if (place === undefined) throw new Error('not subscribed');
    return place;
  };
  return {
    host,
    subscribe: (publicKey) => {
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys('base64url', 'uncompressed');
      const auth = randomBytes(16).toString('base64url');
      const path = `/push/${randomBytes(8).toString('hex')}`;
      const received: Notice[] = [];
      places.set(path, { ecdh, auth, publicKey, received, status: undefined, asked: 0, headers: {} });
      return { registration: { endpoint: `${origin}${path}`, keys: { p256dh, auth } }, received };
    },
    answerWith: (browser, status) => {
      placeOf(browser).status = status;
    },
    askedOf: (browser) => placeOf(browser).asked,
    headersOf: (browser) => placeOf(browser).headers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
