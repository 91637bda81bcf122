import type { Logger } from 'pino';
import { type Bus, inProcessBus } from '../platform/bus/bus.ts';
import type { LiveReport } from '../fleet/liveReport.ts';
import { LIVE_SUBJECT, reportCodec } from '../fleet/reportCodec.ts';
import { jsonCodec } from '../platform/bus/codec.ts';
import { natsBus, type NatsBusOptions } from '../platform/bus/natsBus.ts';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { openCommands } from '../commands/openCommands.ts';
import { storeSpooledStops } from '../commands/sendStop.ts';
import { openStopSpool, type StopSpool } from '../commands/stopSpool.ts';
import { type CommandTimes, usualTimes } from '../commands/commandTimeouts.ts';
import { commandChange } from '../commands/watchCommands.ts';
import { readControls, readFormerHolders } from '../commands/control/control.ts';
import { controlledBus, withController } from '../commands/control/addController.ts';
import { createControlCache } from '../commands/control/controlCache.ts';
import { createPresence } from '../commands/control/consolePresence.ts';
import { migrate } from './migrations.ts';
import { seed, seedDemo } from './seed.ts';
import { openAsking } from '../devices/deviceData/openAsking.ts';
import { createReportInbox } from '../configuration/reported/reportInbox.ts';
import { afterTimer, everyTimer as every } from '../platform/timers.ts';
import { openTraffic } from './openTraffic.ts';
import type { Audit } from '../platform/audit/audit.ts';
import { indexFewLines, startSearchIndexes } from '../platform/audit/searchIndexes.ts';
import { startFileTidying } from './tidyFiles.ts';
import { startDevicePresence } from '../fleet/devicePresence.ts';
import { createLiveReports, type LiveReports } from '../fleet/liveReports.ts';
import { loadLiveReports, loadMissedReports } from '../fleet/loadLiveReports.ts';
import { refreshPeriodically, openOwnershipRegistry, type OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import { settleMaps } from '../locations/settleMaps.ts';
import type { Gauges } from '../platform/gauges.ts';
import { storedFiles } from '../incidents/storedFiles.ts';
import { findProgram } from '../incidents/rendering/ffmpeg.ts';
import { startProcessor } from '../incidents/processingJob.ts';
import { storedParquets } from '../history/parquet/storedParquet.ts';
import { retentionDays } from '../history/retention/removals.ts';
import { sealsDays } from '../history/sealed/sealsDays.ts';
import { sealedBefore, startHistoryJob } from '../history/startHistoryJob.ts';
import { startTidying } from '../fleet/ingest/tidying.ts';
import { reachDevices } from './reachDevices.ts';
import { offerTypes } from '../devices/deviceTypes/offerTypes.ts';
import { sealMetadata } from '../devices/metadata/metadataSecrets.ts';
import { type Company, demoCompany } from './company.ts';
import { type Leases, soleLeases } from '../platform/instances/leases.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { FileStorage } from '../platform/storage/fileStorage.ts';
import { openFileStorage } from '../platform/storage/openFileStorage.ts';
import { writeEvents } from '../devices/events/writeEvents.ts';
import type { BacklogWriters } from '../fleet/ingest/writeBacklog.ts';
import { writeIdentities } from '../devices/reportedIdentity.ts';
import { logsWithWireIds, treatmentsWithWireIds } from '../fleet/ingest/withWireIds.ts';
import { writeIncidents } from '../incidents/writeIncidents.ts';
import { writeTreatments } from '../treatments/writeTreatments.ts';
import { openNotifications } from './openNotifications.ts';
import type { ServerParts } from './serverParts.ts';

/** The functions with which features write the treatments and logs that devices report. */
export const backlogWriters: BacklogWriters = {
  writeTreatments: async (tx, reports) => writeTreatments(tx, await treatmentsWithWireIds(tx, reports)),
  writeLogs: async (tx, received) => {
    const logs = await logsWithWireIds(tx, received);
    await writeEvents(tx, logs);
    await writeIdentities(tx, logs);
    return writeIncidents(tx, logs);
  },
};

/** Returns the demo data or, outside the demo, only the initial data of every installation: device types, stages and languages. */
function firstCompany(settings: Settings, now: number): Company {
  const company = demoCompany({ devices: settings.DEVICES, seed: settings.SEED, now });
  return settings.isDemo
    ? company
    : { ...company, organisations: [], locations: [], greenhouses: [], maps: [], devices: [], deployments: [], errorCodes: {} };
}

/** Runs migrations, seeds an empty database and encrypts plain-text metadata secrets. */
async function prepareDatabase({ database, now, settings, credentialKey }: ServerParts): Promise<void> {
  await migrate(database);
  await seed(database, () => firstCompany(settings, now()));
  await offerTypes(database);
  await settleMaps(database);
  await indexFewLines(database);
  await sealMetadata(database, credentialKey);
  if (settings.isDemo) await seedDemo(database, credentialKey, now());
}

/** The group for reports of devices that belong to no organisation. */
const UNOWNED = '';

const linkError = (log: Logger) => (error: Error) => log.warn({ reason: error.message }, 'the link to other instances');

/** Returns a bus to all instances or, without NATS, a bus within this process. */
function busOf<Message>({ nats, log }: ServerParts, options: Omit<NatsBusOptions<Message>, 'connection' | 'onError'>): Bus<Message> {
  if (nats === undefined) return inProcessBus<Message>();
  return natsBus({ ...options, connection: nats, onError: linkError(log) });
}

/** Loads live state and control from the database and subscribes them to the bus. */
async function openLive(parts: ServerParts, registry: OwnershipRegistry) {
  const { database, now, log } = parts;
  const live = createLiveReports(now);
  const memory = createControlCache();
  for (const control of await readControls(database)) memory.note(control);
  for (const { serial, holder } of await readFormerHolders(database)) memory.noteFormer(serial, holder);
  const withControllers = {
    ...live,
    apply: (reports: readonly LiveReport[]) => live.apply(reports.flatMap((one) => withController(memory, one))),
  };
  await loadLiveReports(database, withControllers);
  const loadMissed = () => loadMissedReports(database, withControllers);
  const given =
    parts.bus ??
    busOf(parts, {
      prefix: LIVE_SUBJECT,
      groupOf: ({ serial }: LiveReport) => registry.organisationOfDevice(serial) ?? UNOWNED,
      codec: reportCodec(linkError(log)),
      onReconnect: () =>
        void loadMissed().catch((error: unknown) => log.warn({ err: error }, 'what other instances received cannot be read')),
    });
  const bus = controlledBus(given, live, memory);
  bus.subscribe(live.apply);
  return { live, memory, bus, loadMissed };
}

/** The shared dependencies of the features. */
interface Shared {
  readonly database: ServerParts['database'];
  readonly live: LiveReports;
  readonly bus: Bus<LiveReport>;
  readonly gauges: Gauges;
  readonly now: () => number;
  readonly log: Logger;
}

/** Opens the spool of stops that are answered while the database is unavailable, after storing the stops of an earlier start. */
async function openSpool({ database, settings, log }: ServerParts, times: CommandTimes): Promise<StopSpool> {
  const spool = openStopSpool(path.join(settings.DATA_DIR, 'unstored-stops'), log);
  await storeSpooledStops({ database, spool, log }, times);
  return spool;
}

/** The dependencies of commands, in addition to the shared ones. */
interface CommandParts extends Pick<Parameters<typeof openCommands>[0], 'memory' | 'spool' | 'times' | 'link' | 'stopLink'> {}

/** Opens commands, control, and the presence of people. */
function openControl(parts: ServerParts, shared: Shared, given: CommandParts) {
  const presence = createPresence(parts.database, parts.now);
  const changesBus = busOf(parts, {
    prefix: 'commands',
    groupOf: () => 'changed',
    codec: jsonCodec(commandChange),
    onReconnect: () => undefined,
  });
  const stopDatabase = parts.stopDatabase ?? parts.database;
  const opened = openCommands({ ...shared, ...given, stopDatabase, changesBus, presence, product: parts.settings.PRODUCT });
  return { ...opened, presence, changesBus };
}

/** The dependencies of background jobs, in addition to the shared ones. */
interface JobParts {
  readonly storage: FileStorage;
  readonly store: ReturnType<typeof storedFiles>;
  readonly leases: Leases;
  readonly times: CommandTimes;
  readonly audit: Audit;
}

/** The audit entry for history that is removed by age; no person is the caller. */
const REMOVED_LINE = { who: 'server', role: null, call: 'remove_old_history', status: 200 } as const;

/** Time in ms before a day is sealed from which its blocks stay as they are: longer than merging them takes. */
const BEFORE_SEALING_MS = 600_000;

const UNSEALED = 'the history stays in the database: files that several servers read need a bucket (S3_URL)';

/** Starts the background jobs, each of which runs on only one of the servers. */
async function startJobs(
  { settings, patientDatabase }: ServerParts,
  { database, now, log }: Shared,
  { storage, store, leases, times, audit }: JobParts,
) {
  const [isSealing, sealDays] = [sealsDays(settings), settings.HISTORY_SEAL_DAYS];
  if (!isSealing) log.warn(UNSEALED);
  const hotFrom = () => (isSealing ? sealedBefore(now() + BEFORE_SEALING_MS, sealDays) : 0);
  const stopIndexing = startSearchIndexes({ database, patientDatabase: patientDatabase ?? database, every, log });
  const tidying = await leases.take({ name: 'tidying', start: () => Promise.resolve(startTidying({ database, hotFrom, log })) });
  const findFfmpeg = () => findProgram(settings.FFMPEG, process.env['PATH'] ?? '');
  const processing = await leases.take({
    name: 'incidents',
    start: () => Promise.resolve(startProcessor({ database, store, findFfmpeg, beatMs: times.beatMs, now, log }).close),
  });
  const files = { database, storage, logDays: settings.LOG_DAYS, audit, now, log, every };
  const fileTidying = await leases.take({ name: 'files', start: () => Promise.resolve(startFileTidying(files)) });
  const history = await leases.take({
    name: 'history',
    start: (fence) =>
      Promise.resolve(
        startHistoryJob({
          database,
          storage,
          fence,
          now,
          log,
          every,
          dataDir: settings.DATA_DIR,
          sealDays,
          isSealing,
          retention: retentionDays(settings),
          onRemoved: ({ files: removed, rows }) =>
            audit.append({ ...REMOVED_LINE, at: now(), params: { files: String(removed), rows: String(rows) }, requestId: randomUUID() }),
        }),
      ),
  });
  return {
    close: async () =>
      void (await Promise.all([stopIndexing(), tidying.close(), fileTidying.close(), processing.close(), history.close()])),
  };
}

/** Opens the features: ownership registry, live state, commands, ingest and background jobs. */
export async function openFeatures(parts: ServerParts, gauges: Gauges, audit: Audit) {
  const { database, now, settings, log, leases = soleLeases, commandTimes: times = usualTimes } = parts;
  const storage = await openFileStorage(settings, log);
  await prepareDatabase(parts);
  const registry = await openOwnershipRegistry(database);
  const { live, memory, bus, loadMissed } = await openLive(parts, registry);
  bus.subscribe((reports) => {
    const left = reports.flatMap(({ serial, leftAt }) => (leftAt === undefined ? [] : [{ serial, at: leftAt }]));
    for (const { serial, at } of left) registry.endService(serial, at);
  });
  const stopRefreshing = refreshPeriodically(registry, log);
  const shared: Shared = { database, live, bus, gauges, now, log };
  const spool = await openSpool(parts, times);
  const devices = reachDevices(parts);
  const { commands, retries, results, presence, ...control } = openControl(parts, shared, { memory, spool, times, ...devices.links });
  const asking = await openAsking({ ...shared, registry, sendByServer: control.sendByServer, afterMs: times.askAfterMs, leases });
  const devicePresence = startDevicePresence({ ...shared, connected: parts.connectedDevices ?? (() => []), every });
  const traffic = openTraffic(parts, registry, (options) => busOf(parts, options));
  const configuration = createReportInbox({ ...shared, after: afterTimer });
  const ingestParts = {
    ...shared,
    registry,
    traffic: traffic.memory,
    onResult: results.receive,
    onConfiguration: configuration.receive,
    onPresent: devicePresence.note,
    writers: backlogWriters,
  };
  const ingest = await devices.openIngest(ingestParts, results.show, loadMissed);
  const store = storedFiles(database, storage);
  const jobs = await startJobs(parts, shared, { storage, store, leases, times, audit });
  const notifications = await openNotifications(parts, { ...shared, isListening: ingest.isListening, registry, leases, every });
  const close = async () => {
    stopRefreshing();
    devicePresence.close();
    await asking.close();
    await ingest.close();
    await configuration.close();
    await Promise.all([jobs.close(), notifications.close(), control.close()]);
    await Promise.all([bus.close(), control.changesBus.close(), traffic.close()]);
    storage.close();
  };
  const parquets = storedParquets(storage, ({ name, reason }) => {
    gauges.unreadableFiles.inc({ reason });
    log.warn({ file: name, reason }, 'a file of the history cannot be read');
  });
  const isBrokerUp = () => ingest.isListening() && control.isUp();
  const opened = { registry, live, times, storage, store, parquets, bus, gauges, presence, commands, retries, isBrokerUp, close };
  return { ...notifications.push, ...traffic.connection, ...opened };
}

/** The opened features. */
export type Features = Awaited<ReturnType<typeof openFeatures>>;
