import { Buffer } from 'node:buffer';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AccessAnswer, type AccessQuestion, accessQuestion, deviceAccessPath } from '#contract/devices/deviceAccess';
import { mayPublish, maySubscribe, SERVER_ACCOUNT } from '../../platform/broker/accounts.ts';
import { unauthenticated } from '../../platform/failure/failure.ts';
import { fit } from '../../platform/http/serve.ts';

/** Bit of Mosquitto's `acc` for publishing; this server treats reading and subscribing as one right. */
const PUBLISHES = 2;

interface AccessParts {
  /** The secret that the broker sends with each request. */
  readonly secret: string;
  /** Returns whether there is a device with this serial. */
  readonly isDevice: (serial: string) => boolean;
  readonly isToken: (serial: string, token: string) => Promise<boolean>;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** Throws 401 unless the request has the secret, as a bearer token or as the password of HTTP Basic. */
function requireSecret({ headers }: FastifyRequest, secret: string): void {
  const header = headers.authorization ?? '';
  const [scheme = ''] = header.split(' ');
  const given = header.slice(scheme.length + 1);
  const basic = Buffer.from(given, 'base64').toString('utf8');
  const shown = scheme.toLowerCase() === 'basic' ? basic.slice(basic.indexOf(':') + 1) : given;
  // Hashes have equal lengths, as the comparison requires.
  if (!timingSafeEqual(hashOf(shown), hashOf(secret))) throw unauthenticated('the secret of MQTT_ACCESS_SECRET is needed');
}

const answerOf = (isAllowed: boolean): AccessAnswer => ({ result: isAllowed ? 'allow' : 'deny', ok: isAllowed });

async function decide(question: AccessQuestion, { isDevice, isToken }: AccessParts): Promise<AccessAnswer> {
  const { username, password, clientid, topic, action, acc } = question;
  // Only the broker knows the server's own account.
  if (username === SERVER_ACCOUNT || !isDevice(username)) return { result: 'ignore', ok: false };
  if (topic == null) {
    const isOwnId = clientid == null || clientid === '' || clientid === username;
    return answerOf(isOwnId && (await isToken(username, password ?? '')));
  }
  const publishes = action == null ? acc === PUBLISHES : action === 'publish';
  return answerOf(publishes ? mayPublish(username, topic) : maySubscribe(username, topic));
}

/** Registers `POST /device-access`, by which an external broker checks the rights to connect, publish and subscribe. Source: OUTSIDE1, OUTSIDE2. */
export function registerDeviceAccess(app: FastifyInstance, parts: AccessParts): void {
  app.post(deviceAccessPath, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    requireSecret(request, parts.secret);
    return decide(fit(accessQuestion, request.body, 'body'), parts);
  });
}
