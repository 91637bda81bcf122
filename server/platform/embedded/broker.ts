import { createHmac, timingSafeEqual, randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import { deviceTopic, upwardTopics } from '#contract/fleet/deviceMessage';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A running embedded broker. */
export interface RunningBroker {
  /** `mqtt://127.0.0.1:port`, without credentials. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The server's own broker account, the only one that may subscribe to all devices and publish commands. */
export const SERVER_ACCOUNT = 'orangery-server';

/** Returns the broker password of an account, derived from the secret. */
export const brokerPassword = (secret: string, account: string) => createHmac('sha256', secret).update(account).digest('base64url');

const same = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);

/** Returns whether an account may publish to a topic: the server to commands, a device to its own topics. A device's account name is its serial. */
function mayPublish(account: string, topic: string): boolean {
  if (account === SERVER_ACCOUNT) return topic.startsWith('devices/') && topic.endsWith('/command');
  return upwardTopics.some((kind) => topic === deviceTopic(account, kind));
}

interface BrokerOptions {
  readonly secret: string;
  readonly port?: number;
  /** Returns whether a device may use this token as its password. */
  readonly takesToken?: (serial: string, token: string) => Promise<boolean>;
}

/** Starts an MQTT 3.1.1 broker on loopback. `port` 0 picks a free one. */
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
  broker.on('clientError', () => undefined); // a rejected publisher is disconnected; nothing else depends on it
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

/** Returns the secret from which broker passwords are derived; random, created once per data folder, mode 0600. */
export function brokerSecret(dataDir: string): string {
  const file = path.join(dataDir, 'broker-secret');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
