import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { type Bus, inProcessBus } from '../platform/bus/bus.ts';
import { type DeviceReport, report } from '../fleet/deviceReport.ts';
import { postgresBus } from '../platform/bus/postgresBus.ts';
import { openCommands } from '../commands/openCommands.ts';
import { type CommandTimes, usualTimes } from '../commands/commandTimeouts.ts';
import { readControls } from '../control/control.ts';
import { controlledBus, withController } from '../control/addController.ts';
import { createControlCache } from '../control/controlCache.ts';
import { createPresence } from '../control/consolePresence.ts';
import { migrate } from './migrations.ts';
import type { AuditHead } from '../platform/audit/headFile.ts';
import type { Database } from '../platform/database/tables.ts';
import { seed, seedDemo } from './seed.ts';
import { createLiveReports } from '../fleet/liveReports.ts';
import { loadLiveReports } from '../fleet/loadLiveReports.ts';
import { keepFresh, openOwnershipRegistry } from '../locations/ownershipRegistry.ts';
import type { Gauges } from '../platform/gauges.ts';
import type { Identity } from '../identity/identity.ts';
import { incidentFileStoreOf } from '../incidents/incidentFileStore.ts';
import { startProcessor } from '../incidents/processingJob.ts';
import { type Ingest, type IngestAccount, startIngest } from '../fleet/ingest/ingest.ts';
import { sealMetadata } from '../devices/metadata/metadataSecrets.ts';
import { type Company, demoCompany } from './company.ts';
import type { Settings } from '../platform/settings.ts';
import { writeEvents } from '../devices/events/writeEvents.ts';
import type { BacklogWriters } from '../fleet/ingest/writeBacklog.ts';
import { writeIncidents } from '../incidents/writeIncidents.ts';
import { writeTreatments } from '../treatments/writeTreatments.ts';

/** The features' writers of treatments and logs that devices report. */
export const backlogWriters: BacklogWriters = {
  writeTreatments,
  writeLogs: async (tx, logs) => {
    await writeEvents(tx, logs);
    return writeIncidents(tx, logs);
  },
};

/** The dependencies of the server. */
export interface ServerParts {
  readonly settings: Settings;
  readonly database: Kysely<Database>;
  /** Connections that stop alone uses. Default: those of `database`. */
  readonly stopDatabase?: Kysely<Database>;
  readonly mqtt: IngestAccount;
  /** Ends the connection of a device whose tokens have ended. */
  readonly disconnectDevice: (serial: string) => void;
  readonly identity: Identity;
  /** Encrypts stored credentials. */
  readonly credentialKey: KeyObject;
  /** Called with the end of the audit record after each commit. */
  readonly onAuditEnd?: (end: AuditHead) => void;
  /** Folder of the built console. When it does not exist, only the API is served. */
  readonly consoleDir: string;
  readonly now: () => number;
  readonly random: () => number;
  readonly log: Logger;
  /** Carries reports to other instances. Default: a PostgreSQL bus on `DATABASE_URL`, or an in-process bus without that setting. */
  readonly bus?: Bus<DeviceReport>;
  /** Whether this instance ingests device reports. Exactly one instance does; the others receive them over the bus. Default true. */
  readonly ingests?: boolean;
  /** Command timeouts. Default: `usualTimes`. */
  readonly commandTimes?: CommandTimes;
  /** Interval of verifying the tokens of open sockets again, in ms. Default: 3 s. */
  readonly socketCheckMs?: number;
  /** Serves the console instead of `consoleDir`, for development. */
  readonly assets?: (app: FastifyInstance) => Promise<void>;
}

/** Returns the demo data, or outside the demo only its reference data: device types, stages, error codes and languages. */
function firstCompany(settings: Settings, now: number): Company {
  const company = demoCompany({ devices: settings.DEVICES, seed: settings.SEED, now });
  return settings.isDemo
    ? company
    : { ...company, organisations: [], locations: [], greenhouses: [], maps: [], devices: [], deployments: [] };
}

/** Runs migrations, seeds an empty database and encrypts plain-text metadata secrets. */
async function prepareDatabase({ database, now, settings, credentialKey }: ServerParts): Promise<void> {
  await migrate(database);
  await seed(database, () => firstCompany(settings, now()));
  await sealMetadata(database, credentialKey);
  if (settings.isDemo) await seedDemo(database, credentialKey, now());
}

const busOf = ({ DATABASE_URL: url }: Settings, log: Logger): Bus<DeviceReport> =>
  url === undefined
    ? inProcessBus<DeviceReport>()
    : postgresBus(url, report, (error) => log.warn({ reason: error.message }, 'the link to other instances'));

/** Loads live state and control from the database and subscribes them to the bus. */
async function openLive({ database, now, settings, log, bus: given }: ServerParts) {
  const live = createLiveReports(now);
  const memory = createControlCache();
  for (const control of await readControls(database)) memory.note(control);
  await loadLiveReports(database, { apply: (reports) => live.apply(reports.map((one) => withController(memory, one))) });
  const bus = controlledBus(given ?? busOf(settings, log), live, memory);
  bus.subscribe(live.apply);
  return { live, memory, bus };
}

const noIngest: Ingest = { isListening: () => true, close: () => Promise.resolve() };

/** Opens the features: ownership registry, live state, commands, ingest and background jobs. */
export async function openFeatures(parts: ServerParts, gauges: Gauges) {
  const { database, mqtt, now, settings, log } = parts;
  await prepareDatabase(parts);
  const registry = await openOwnershipRegistry(database);
  const { live, memory, bus } = await openLive(parts);
  bus.subscribe((reports) => {
    const left = reports.flatMap(({ push, leftAt }) => (leftAt === undefined ? [] : [{ serial: push.serial, at: leftAt }]));
    for (const { serial, at } of left) registry.endService(serial, at);
  });
  const stopRefreshing = keepFresh(registry, log);
  const presence = createPresence(database, now);
  const times = parts.commandTimes ?? usualTimes;
  const shared = { database, mqtt, live, bus, gauges, now, log };
  const opened = openCommands({
    ...shared,
    stopDatabase: parts.stopDatabase ?? database,
    memory,
    presence,
    times,
    product: settings.PRODUCT,
  });
  const { commands, retries, results } = opened;
  const ingest = parts.ingests === false ? noIngest : startIngest({ ...shared, registry, onResult: results.take, writers: backlogWriters });
  const store = incidentFileStoreOf(settings, database);
  const processor = startProcessor({ database, store, beatMs: times.beatMs, now, log });
  const close = async () => {
    stopRefreshing();
    await ingest.close();
    await Promise.all([processor.close(), opened.close()]);
    await bus.close();
  };
  const isBrokerUp = () => ingest.isListening() && opened.isUp();
  return { registry, live, times, store, bus, gauges, presence, commands, retries, isBrokerUp, close };
}

/** The opened features. */
export type Features = Awaited<ReturnType<typeof openFeatures>>;
