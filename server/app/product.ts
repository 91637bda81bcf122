/** `npm start`: starts embedded services, migrations, server and simulator in this order; stops them in reverse. */

import type { NatsConnection } from '@nats-io/transport-node';
import { type KeyObject, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { pino, type Logger } from 'pino';
import type { Database } from '../platform/database/tables.ts';
import { brokerPassword } from '../platform/broker/accounts.ts';
import { openNats } from '../platform/bus/openNats.ts';
import { databaseLeases } from '../platform/instances/databaseLeases.ts';
import { type Leases, soleLeases } from '../platform/instances/leases.ts';
import { CONSOLE_DIR, ensureConsole } from '../platform/embedded/console.ts';
import { developmentAssets } from '../platform/embedded/developmentAssets.ts';
import { assertPortFree } from '../platform/embedded/port.ts';
import { deleteLeftUploads } from '../platform/http/withUpload.ts';
import { deleteLeftFiles } from '../platform/storage/openFileStorage.ts';
import { writeRunningFile } from '../platform/embedded/reachDatabase.ts';
import { robotAddresses } from '../devices/connection/robotAddresses.ts';
import { demoLines } from './demoLines.ts';
import { deviceLines } from './deviceLines.ts';
import { type DeviceBroker, type DeviceDoor, findDeviceDoor, openDeviceBroker } from './openDeviceBroker.ts';
import { demoSignIns } from '../identity/seed/demoSignIn.ts';
import { credentialKey } from '../platform/secrets/encryption.ts';
import { idleEntries } from './idleEntries.ts';
import { openIdentity } from './openIdentity.ts';
import { openServer } from './openServer.ts';
import { openStore, type Store } from './openStore.ts';
import { demoCompany } from './company.ts';
import { openHeadFile } from '../platform/audit/headFile.ts';
import { logOnce } from '../platform/failure/logOnce.ts';
import { auditHeadFile, type Settings } from '../platform/settings/settings.ts';
import { robotFiles } from './robotFiles.ts';
import { openRobotMemory } from '../simulator/robotMemory.ts';
import type { DeviceFiles } from '../simulator/files/deviceFiles.ts';
import { startSimulator } from '../simulator/simulator.ts';
import { steadyClock } from '../platform/steadyClock.ts';

/** The running product, as started by `npm start`. */
export interface Product {
  readonly stop: () => Promise<void>;
  /** Sets the listener that is called once when a part of the product ends unexpectedly. */
  readonly onCrash: (listener: (what: string) => void) => void;
}

interface ProductOptions {
  readonly settings: Settings;
  readonly isDevelopment: boolean;
  /** Prints text to the terminal. */
  readonly print: (line: string) => void;
}

/** The product is reported as ready once its own broker is connected, or after this time, in ms. */
const BROKER_WAIT_MS = 10_000;
const BROKER_CHECK_MS = 20;

type Ending = () => Promise<void>;

const SECRET_FIELDS = ['authorization', 'password', 'token', 'secret', 'cookie'].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

interface Parts extends ProductOptions {
  readonly log: Logger;
  /** Cleanup functions, newest first. */
  readonly endings: Ending[];
  readonly crashed: (what: string) => void;
}

const machineClock = () => steadyClock({ wall: () => Date.now(), elapsed: () => performance.now() });

async function startRobots({ settings, log }: Parts, broker: DeviceBroker, files: DeviceFiles): Promise<Ending> {
  const now = machineClock();
  const company = demoCompany({ devices: settings.DEVICES, seed: settings.SEED, now: now() });
  const simulator = await startSimulator({
    mqttUrl: broker.url,
    credentials: (serial) => ({ username: serial, password: brokerPassword(broker.secret, serial) }),
    files,
    company,
    seed: settings.SEED,
    memory: openRobotMemory(path.join(settings.DATA_DIR, 'robots.json')),
    clock: {
      now,
      every: (ms, run) => {
        const timer = setInterval(run, ms);
        return () => clearInterval(timer);
      },
    },
    log,
  });
  return simulator.stop;
}

/** Connects this instance to the others, if NATS is configured. */
async function openInstances(
  { settings, endings, log }: Parts,
  database: Kysely<Database>,
): Promise<{ leases: Leases; nats?: NatsConnection }> {
  if (settings.NATS_URL === undefined) return { leases: soleLeases };
  const holder = randomUUID();
  const nats = await openNats(settings.NATS_URL, `orangery ${holder}`);
  endings.unshift(() => nats.close());
  return { nats, leases: databaseLeases({ database, holder, elapsed: () => performance.now(), log }) };
}

/**
 * Waits for the embedded broker, so that a command can be sent once "ready" is printed. An external broker is not awaited, because the server works while that
 * broker is unavailable.
 */
async function reachBroker({ settings }: Parts, isBrokerUp: () => boolean): Promise<void> {
  const limit = performance.now() + BROKER_WAIT_MS;
  while (settings.MQTT_URL === undefined && !isBrokerUp() && performance.now() < limit) await sleep(BROKER_CHECK_MS);
}

/** The opened dependencies of the server. */
interface Opened extends Omit<Store, 'url'> {
  readonly key: KeyObject;
  readonly now: () => number;
  readonly broker: DeviceBroker;
  readonly door: DeviceDoor;
}

/** Opens the server, with the leases of this instance. */
async function serve(parts: Parts, opened: Opened) {
  const { settings, isDevelopment, log, endings } = parts;
  const { database, stopDatabase, slowDatabase, patientDatabase, key, now, broker, door } = opened;
  const { leases, nats } = await openInstances(parts, database);
  const identity = await openIdentity({ ...opened, credentialKey: key, settings, log }, nats);
  const headFile = openHeadFile(
    auditHeadFile(settings),
    logOnce(log, { lost: 'the end of the audit record cannot be written to its file', back: 'it is written to its file again' }),
  );
  const server = await openServer({
    settings,
    database,
    stopDatabase,
    slowDatabase,
    patientDatabase,
    identity,
    credentialKey: key,
    now,
    log,
    mqtt: broker.gateway ?? broker,
    disconnectDevice: broker.disconnect,
    ...(broker.connected === undefined ? {} : { connectedDevices: broker.connected }),
    ...(broker.admit === undefined ? {} : { admitDevice: broker.admit }),
    watchConnections: broker.watchConnections,
    robotAddresses: robotAddresses(settings, {
      port: broker.port,
      isSecure: door.certificate !== null,
      hasWebSocket: broker.upgrades !== undefined,
    }),
    ...(broker.upgrades === undefined ? {} : { deviceUpgrades: broker.upgrades }),
    onAuditEnd: headFile.note,
    consoleDir: CONSOLE_DIR,
    leases,
    ...(nats === undefined ? {} : { nats }),
    ...(isDevelopment ? { assets: developmentAssets } : {}),
  });
  endings.unshift(server.close, () => Promise.resolve(headFile.close()));
  return { server, leases };
}

async function open(parts: Parts): Promise<void> {
  const { settings, isDevelopment, print, log, endings } = parts;
  mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  await assertPortFree(settings.PORT, settings.HOST);
  const door = await findDeviceDoor(settings);
  if (!isDevelopment) ensureConsole(print);
  // The deletion is not awaited, because the files only take up space.
  void Promise.all([deleteLeftUploads(performance.timeOrigin), deleteLeftFiles(settings, performance.timeOrigin)]);
  const store = await openStore(parts);
  const { database } = store;
  const key = credentialKey(settings);
  const now = machineClock();
  const onEnd = (end: Ending) => void endings.unshift(end);
  const broker = await openDeviceBroker({ settings, key, database, now, log, onEnd }, door);
  const { server, leases } = await serve(parts, { ...store, key, now, broker, door });
  if (settings.DEVICES > 0) {
    const files = robotFiles({ address: server.address, database, key, now });
    const robots = await leases.take({ name: 'simulator', start: () => startRobots(parts, broker, files) });
    endings.unshift(robots.close);
  }
  await reachBroker(parts, server.isBrokerUp);
  const removeRunningFile = writeRunningFile(settings.DATA_DIR, {
    url: settings.publicUrl,
    databaseUrl: store.url,
    mqttUrl: broker.url,
    brokerSecret: broker.secret,
    metricsUrl: server.metricsUrl,
  });
  endings.unshift(() => Promise.resolve(removeRunningFile()));

  const accounts = await demoSignIns({ settings, database, credentialKey: key, now });
  print([`ready ${settings.publicUrl}`, ...deviceLines(settings, broker, door), ...demoLines(accounts)].join('\n'));
}

/** Starts all parts in order. When a step fails, stops the parts already started and rethrows the error. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const endings: Ending[] = [];
  let onCrash: (what: string) => void = () => undefined;
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    for (const end of endings) await end().catch(() => undefined);
  };
  // The code logs no secrets; the redaction covers fields that libraries attach to errors.
  const log = pino({ level: options.settings.LOG_LEVEL, redact: SECRET_FIELDS });
  for (const line of idleEntries(options.settings)) log.warn(line);
  try {
    await open({ ...options, log, endings, crashed: (what) => void stop().then(() => onCrash(what)) });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    stop,
    onCrash: (listener) => {
      onCrash = listener;
    },
  };
}
