import { createHmac, timingSafeEqual, randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import { deviceTopic, upwardTopics } from '#contract/deviceMessage';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A running embedded broker. */
export interface RunningBroker {
  /** `mqtt://127.0.0.1:port`, without credentials. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The account the server itself uses on the broker. It alone may read all devices and write commands. */
export const SERVER_ACCOUNT = 'orangery-server';

/** The password of an account on the broker: a device's own, or the server's. */
export const brokerPassword = (secret: string, account: string) => createHmac('sha256', secret).update(account).digest('base64url');

const same = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);

/** A device may publish below its own serial and read its own commands; the account's name is the serial. */
function mayPublish(account: string, topic: string): boolean {
  if (account === SERVER_ACCOUNT) return topic.startsWith('devices/') && topic.endsWith('/command');
  return upwardTopics.some((kind) => topic === deviceTopic(account, kind));
}

interface BrokerOptions {
  readonly secret: string;
  readonly port?: number;
  /** Whether a device may also sign in with this instead of its password. */
  readonly takesToken?: (serial: string, token: string) => Promise<boolean>;
}

/** Starts an MQTT 3.1.1 broker on loopback. `port` 0 takes a free one. */
export async function startBroker({ secret, port = 0, takesToken = () => Promise.resolve(false) }: BrokerOptions): Promise<RunningBroker> {
  const isKnown = async (account: string, password: Buffer) =>
    same(password, Buffer.from(brokerPassword(secret, account))) ||
    (account !== SERVER_ACCOUNT && (await takesToken(account, password.toString('utf8'))));
  const accounts = new WeakMap<object, string>();
  const broker = await Aedes.createBroker({
    authenticate: (client, username, password, done) => {
      if (username === undefined || password === undefined) return done(null, false);
      void isKnown(username, password).then((known) => {
        if (known) accounts.set(client, username);
        done(null, known);
      });
    },
    authorizePublish: (client, packet, done) => {
      const isAllowed = client === null || mayPublish(accounts.get(client) ?? '', packet.topic);
      done(isAllowed ? null : new Error("not this account's topic"));
    },
    authorizeSubscribe: (client, subscription, done) => {
      const account = accounts.get(client) ?? '';
      const isAllowed = account === SERVER_ACCOUNT || subscription.topic === deviceTopic(account, 'command');
      done(null, isAllowed ? subscription : null);
    },
  });
  broker.on('clientError', () => undefined); // a refused publisher is cut off; nothing else depends on it
  const server = createServer((socket) => void broker.handle(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('The broker has no port.');
  return {
    url: `mqtt://127.0.0.1:${at.port}`,
    stop: () => new Promise<void>((resolve) => broker.close(() => server.close(() => resolve()))),
  };
}

/** What the embedded broker's passwords are made from: random, one per data folder, readable by its user alone. */
export function brokerSecret(dataDir: string): string {
  const file = path.join(dataDir, 'broker-secret');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
