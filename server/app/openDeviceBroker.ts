import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { endedTokens, isTokenOf } from '../devices/credentials/deviceToken.ts';
import {
  brokerPassword,
  brokerSecret,
  gatewaySecret,
  ingestClientId,
  SERVER_ACCOUNT,
  sharedClientId,
} from '../platform/broker/accounts.ts';
import { readCertificate, type ReadCertificate, watchCertificate } from '../platform/broker/certificateFiles.ts';
import type { OnConnection } from '../platform/broker/connectionReasons.ts';
import { openDynamicSecurity } from '../platform/broker/dynamicSecurity.ts';
import { type Gateway, type RunningBroker, startBroker } from '../platform/broker/startBroker.ts';
import type { Database } from '../platform/database/tables.ts';
import { assertPortFree } from '../platform/embedded/port.ts';
import type { AcceptUpgrade } from '../platform/http/upgrades.ts';
import { accountOf, BAD_ACCOUNT } from '../platform/settings/addressAccount.ts';
import { BadSetting, type Settings } from '../platform/settings/settings.ts';
import { afterTimer } from '../platform/timers.ts';

/** The broker of the devices, and the server's access to it. */
export interface DeviceBroker {
  /** Ends the connection of a device; an external broker keeps the connection until the device or the broker ends it. */
  readonly disconnect: (serial: string) => void;
  /** The currently connected devices; absent with an external broker, which does not report them. */
  readonly connected?: () => ReadonlySet<string>;
  /** Calls the listener for the outcomes of connections of devices. */
  readonly watchConnections: (listener: OnConnection) => void;
  readonly url: string;
  readonly secret: string;
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
  /** Set if this instance is one of several that have gateways. */
  readonly gateway?: Gateway;
  /** Creates an account for a device at an external broker, with this token. */
  readonly admit?: (serial: string, token: string) => Promise<void>;
  /**
   * Accepts devices that connect over HTTP. Absent with an external broker, which has its own listener, and if devices must show certificates, which are not
   * visible here.
   */
  readonly upgrades?: { readonly accept: AcceptUpgrade; readonly close: () => void };
  /** The port for devices; null with an external broker. */
  readonly port: number | null;
}

/** The port and certificate for devices, determined before anything is started. */
export interface DeviceDoor {
  /** 0 picks a free port. */
  readonly port: number;
  readonly certificate: ReadCertificate | null;
}

/** The port of MQTT, as registered with IANA. */
const USUAL_PORT = 1883;

const isSet = (settings: Settings): settings is Settings & { MQTT_TLS_CERT: string; MQTT_TLS_KEY: string } =>
  settings.MQTT_TLS_CERT !== undefined && settings.MQTT_TLS_KEY !== undefined;

async function portFor({ MQTT_PORT: given, MQTT_HOST: host, NODE_ENV }: Settings, usual: number): Promise<number> {
  if (given === 0) return 0;
  const free = assertPortFree(given ?? usual, host, 'MQTT_');
  // The robots of a company expect the standard port; a demo may share its machine with others.
  if (given !== undefined || NODE_ENV === 'production') await free;
  return free.then(
    () => given ?? usual,
    () => 0,
  );
}

/** Determines where devices connect. Throws with a one-line reason if the port is taken, or if the files are not a certificate and its key. */
export async function findDeviceDoor(settings: Settings, usualPort = USUAL_PORT): Promise<DeviceDoor> {
  if (settings.MQTT_URL !== undefined) return { port: 0, certificate: null };
  const certificate = isSet(settings)
    ? await readCertificate(settings).catch((error: unknown) => {
        throw new BadSetting(error instanceof Error ? error.message : 'MQTT_TLS_CERT');
      })
    : null;
  return { port: await portFor(settings, usualPort), certificate };
}

interface Parts {
  readonly settings: Settings;
  readonly key: KeyObject;
  readonly database: Kysely<Database>;
  readonly now: () => number;
  readonly log: Logger;
  /** Registers the cleanup function of a part. */
  readonly onEnd: (end: () => Promise<void>) => void;
}

const upgradesOf = (broker: RunningBroker) => ({ accept: broker.takeUpgrade, close: broker.endWebSockets });

/** Starts the embedded MQTT broker or uses an external one; returns URL, account and client id of the server (shared with `NATS_URL`). */
export async function openDeviceBroker({ settings, key, database, now, log, onEnd }: Parts, door: DeviceDoor): Promise<DeviceBroker> {
  const { NATS_URL: nats } = settings;
  const secret = nats !== undefined && settings.MQTT_URL === undefined ? gatewaySecret(key) : brokerSecret(settings.DATA_DIR);
  const own = {
    disconnect: () => undefined,
    watchConnections: () => undefined,
    secret,
    username: SERVER_ACCOUNT,
    password: brokerPassword(secret, SERVER_ACCOUNT),
    clientId: nats === undefined ? ingestClientId(secret) : sharedClientId(key),
    port: null,
  };
  if (settings.MQTT_URL !== undefined) {
    const address = new URL(settings.MQTT_URL);
    const url = `${address.protocol}//${address.host}`;
    const given = accountOf(address);
    if (given === null) throw new BadSetting(`Setting MQTT_URL: ${BAD_ACCOUNT}`);
    const reached = { ...own, url, ...(given.username === '' ? {} : given) };
    if (!settings.MQTT_DYNAMIC_SECURITY) return reached;
    const accounts = openDynamicSecurity({ ...reached, endedOf: (serials) => endedTokens(database, serials, now()), log });
    onEnd(accounts.close);
    return { ...reached, admit: accounts.admit, disconnect: accounts.cut };
  }
  const { port, certificate } = door;
  const broker = await startBroker({
    secret,
    takesToken: (serial, token) => isTokenOf({ database, key, now: now() }, serial, token),
    log,
    host: settings.MQTT_HOST,
    port,
    ...(certificate === null ? {} : { certificate: { cert: certificate.cert, key: certificate.key, ca: certificate.ca } }),
    ...(nats === undefined ? {} : { nats }),
  });
  onEnd(broker.stop);
  if (certificate !== null && isSet(settings)) {
    const stopWatching = watchCertificate(settings, certificate, { after: afterTimer, now, log, onRenewed: broker.renew });
    onEnd(() => Promise.resolve(stopWatching()));
  }
  return {
    ...own,
    url: broker.url,
    port: broker.port,
    disconnect: broker.disconnect,
    connected: broker.connected,
    watchConnections: broker.watchConnections,
    ...(settings.MQTT_TLS_CA === undefined ? { upgrades: upgradesOf(broker) } : {}),
    ...(nats === undefined ? {} : { gateway: broker }),
  };
}
