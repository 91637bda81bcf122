/** The reasons, in words, why connections of devices ended or were refused. */

import type { Aedes, Client } from 'aedes';
import { createRepeatLimit } from '../limits/repeatLimit.ts';
import { createBucket } from '../limits/tokenBucket.ts';

/** The outcomes of a connection. */
export type ConnectionKind = 'connected' | 'disconnected' | 'refused';
/** Called for each outcome of a device's connection, with the reason in words. */
export type OnConnection = (serial: string, kind: ConnectionKind, reason: string | null) => void;

/** Anybody may try to connect, so refusals are limited per name to one a second, and in total to 50 a second. */
const REFUSALS = { sameAgainMs: 1_000, rate: { perSecond: 1, burst: 1 } } as const;
const ALL_REFUSALS = { perSecond: 50, burst: 50 } as const;
/** Maximum length of a name: names are serials, and longer ones belong to no device. */
const MAX_NAME = 200;

/** Creates the function that reports a refused connection. */
export function createRefusalReports(onConnection: OnConnection, now: () => number): (username: string, clientId: string) => void {
  const limit = createRepeatLimit(REFUSALS);
  const all = createBucket(ALL_REFUSALS, now());
  return (username, clientId) => {
    if (username.length > MAX_NAME || limit(username, '', now()) === null || all.tryTake(now()) > 0) return;
    onConnection(
      username,
      'refused',
      clientId === username ? 'the password is no access token that counts' : 'the client id is not the serial',
    );
  };
}

/** The reasons why connections ended, in words; the first reason of a connection is used. */
export interface ConnectionReasons {
  readonly note: (client: Client, reason: string) => void;
  readonly of: (client: Client) => string;
}

/** Returns whether a client sent DISCONNECT; the library offers no other sign of it. */
const hasDisconnected = (client: Client) => Reflect.get(client, '_disconnected') === true;

const textOfError = ({ message }: Error) => (/ECONNRESET|EPIPE|aborted/.test(message) ? 'the connection was lost' : message);

/** Observes the reasons for which connections of a broker end. */
export function watchReasons(broker: Aedes): ConnectionReasons {
  const reasons = new WeakMap<Client, string>();
  const note = (client: Client, reason: string) => {
    if (!reasons.has(client)) reasons.set(client, reason);
  };
  broker.on('keepaliveTimeout', (client) => note(client, 'nothing came within one and a half times its keep-alive interval'));
  broker.on('clientError', (client, error) => note(client, textOfError(error)));
  return { note, of: (client) => reasons.get(client) ?? (hasDisconnected(client) ? 'closed by the device' : 'the connection was lost') };
}
