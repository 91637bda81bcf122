/** Accounts of the broker: passwords and client ids derived from one secret, and the topics that an account may publish and subscribe to. */

import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import { deviceTopic, upwardTopics } from '#contract/messages/deviceMessage';
import { readSecret } from '../secrets/secretFile.ts';

/** The server's own broker account, the only one that may subscribe to all devices and publish commands. */
export const SERVER_ACCOUNT = 'orangery-server';

/** Returns the broker password of an account, derived from the secret. */
export const brokerPassword = (secret: string, account: string): string => createHmac('sha256', secret).update(account).digest('base64url');

/**
 * Returns the client id of the ingest session. It is stable across restarts, so that the broker keeps messages that arrive in between, and secret, because any
 * client that connects with it receives the messages of all devices.
 */
export const ingestClientId = (secret: string): string => `ingest-${brokerPassword(secret, 'client id of the ingest')}`;

/** Returns the client id of the ingest session that all instances share, so that the next instance to ingest continues where the last one ended. */
export const sharedClientId = (key: KeyObject): string =>
  `ingest-${createHmac('sha256', key).update('client id of the ingest').digest('base64url')}`;

/** Returns the secret of the gateways, from which they derive the passwords of devices: the same for all instances. */
export const gatewaySecret = (key: KeyObject): string => createHmac('sha256', key).update('secret of the gateways').digest('base64url');

/** Returns whether a password is the derived password of an account. */
export function isPasswordOf(secret: string, account: string, password: Buffer): boolean {
  const expected = Buffer.from(brokerPassword(secret, account));
  return password.length === expected.length && timingSafeEqual(password, expected);
}

/** Returns whether an account may publish to a topic: the server to commands and notices, a device to its own topics. A device's account name is its serial. */
export function mayPublish(account: string, topic: string): boolean {
  if (account === SERVER_ACCOUNT) return /^devices\/.*\/(?:command|notice)$/.test(topic);
  return upwardTopics.some((kind) => topic === deviceTopic(account, kind));
}

/**
 * Returns whether an account publishes to a topic of others: for a device, a topic below another serial or a command topic; for the server, anything but its
 * own topics.
 */
export function isForeign(account: string, topic: string): boolean {
  if (account === SERVER_ACCOUNT) return !mayPublish(account, topic);
  const [, serial, kind] = /^devices\/([^/]*)(?:\/(.*))?$/.exec(topic) ?? [];
  return topic.startsWith('$') || (serial !== undefined && serial !== account) || kind === 'command';
}

/** Returns whether an account may subscribe to a topic: a device to its own commands and notices, the server to everything. */
export const maySubscribe = (account: string, topic: string): boolean =>
  account === SERVER_ACCOUNT || topic === deviceTopic(account, 'command') || topic === deviceTopic(account, 'notice');

/** Returns the secret from which broker passwords are derived; it is random, created once per data folder, with mode 0600. */
export const brokerSecret = (dataDir: string): string =>
  readSecret({
    file: path.join(dataDir, 'broker-secret'),
    create: () => randomBytes(32).toString('base64url'),
    shape: /^[\w-]{43}$/,
  });
