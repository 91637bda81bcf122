import type { Logger } from 'pino';
import { type Bus, inProcessBus } from '../platform/bus/bus.ts';
import type { LiveReport } from '../fleet/liveReport.ts';
import { LIVE_SUBJECT, reportCodec } from '../fleet/reportCodec.ts';
import { jsonCodec } from '../platform/bus/codec.ts';
import { natsBus, type NatsBusOptions } from '../platform/bus/natsBus.ts';
import path from 'node:path';
import { openCommands } from '../commands/openCommands.ts';
import { storeSpooledStops } from '../commands/sendStop.ts';
import { openStopSpool } from '../commands/stopSpool.ts';
import { usualTimes } from '../commands/commandTimeouts.ts';
import { commandChange } from '../commands/watchCommands.ts';
import { readControls, readFormerHolders } from '../control/control.ts';
import { controlledBus, withController } from '../control/addController.ts';
import { createControlCache } from '../control/controlCache.ts';
import { createPresence } from '../control/consolePresence.ts';
import { migrate } from './migrations.ts';
import { seed, seedDemo } from './seed.ts';
import { openAsking } from '../deviceData/openAsking.ts';
import { createReportInbox } from '../configuration/reported/reportInbox.ts';
import { afterTimer } from '../platform/timers.ts';
import { openTraffic } from './openTraffic.ts';
import type { Audit } from '../platform/audit/audit.ts';
import { startFileTidying } from './tidyFiles.ts';
import { startDevicePresence } from '../fleet/devicePresence.ts';
import { createLiveReports } from '../fleet/liveReports.ts';
import { loadLiveReports, loadMissedReports } from '../fleet/loadLiveReports.ts';
import { keepFresh, openOwnershipRegistry, type OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import { settleMaps } from '../locations/settleMaps.ts';
import type { Gauges } from '../platform/gauges.ts';
import { storedFiles } from '../incidents/storedFiles.ts';
import { findProgram } from '../incidents/rendering/ffmpeg.ts';
import { startProcessor } from '../incidents/processingJob.ts';
import { startTidying } from '../fleet/ingest/tidying.ts';
import { reachDevices } from './reachDevices.ts';
import { offerTypes } from '../devices/types/offerTypes.ts';
import { sealMetadata } from '../devices/metadata/metadataSecrets.ts';
import { type Company, demoCompany } from './company.ts';
import { soleLeases } from '../platform/instances/leases.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { openFileStorage } from '../platform/storage/openFileStorage.ts';
import { writeEvents } from '../devices/events/writeEvents.ts';
import type { BacklogWriters } from '../fleet/ingest/writeBacklog.ts';
import { writeIdentities } from '../devices/reportedIdentity.ts';
import { logsWithWireIds, treatmentsWithWireIds } from '../fleet/ingest/withWireIds.ts';
import { writeIncidents } from '../incidents/writeIncidents.ts';
import { writeTreatments } from '../treatments/writeTreatments.ts';
import { openNotifications } from './openNotifications.ts';
import type { ServerParts } from './serverParts.ts';

/** The features' writers of treatments and logs that devices report. */
export const backlogWriters: BacklogWriters = {
  writeTreatments: async (tx, reports) => writeTreatments(tx, await treatmentsWithWireIds(tx, reports)),
  writeLogs: async (tx, received) => {
    const logs = await logsWithWireIds(tx, received);
    await writeEvents(tx, logs);
    await writeIdentities(tx, logs);
    return writeIncidents(tx, logs);
  },
};

/** Returns the demo data, or outside the demo only what every installation begins with: device types, stages and languages. */
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
  await sealMetadata(database, credentialKey);
  if (settings.isDemo) await seedDemo(database, credentialKey, now());
}

/** Group of the reports of devices that work for nobody. */
const UNOWNED = '';

const linkError = (log: Logger) => (error: Error) => log.warn({ reason: error.message }, 'the link to other instances');

/** Returns a bus to all instances, or without NATS one within this process. */
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

function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}

/** Opens the features: ownership registry, live state, commands, ingest and background jobs. */
export async function openFeatures(parts: ServerParts, gauges: Gauges, audit: Audit) {
  const { database, now, settings, log } = parts;
  const storage = await openFileStorage(settings, log);
  await prepareDatabase(parts);
  const registry = await openOwnershipRegistry(database);
  const { live, memory, bus, loadMissed } = await openLive(parts, registry);
  bus.subscribe((reports) => {
    const left = reports.flatMap(({ serial, leftAt }) => (leftAt === undefined ? [] : [{ serial, at: leftAt }]));
    for (const { serial, at } of left) registry.endService(serial, at);
  });
  const stopRefreshing = keepFresh(registry, log);
  const presence = createPresence(database, now);
  const times = parts.commandTimes ?? usualTimes;
  const spool = openStopSpool(path.join(settings.DATA_DIR, 'unstored-stops'), log);
  await storeSpooledStops({ database, spool, log }, times);
  const shared = { database, live, bus, gauges, now, log };
  const devices = reachDevices(parts);
  const changesBus = busOf(parts, {
    prefix: 'commands',
    groupOf: () => 'changed',
    codec: jsonCodec(commandChange),
    onReconnect: () => undefined,
  });
  const opened = openCommands({
    ...shared,
    stopDatabase: parts.stopDatabase ?? database,
    spool,
    changesBus,
    memory,
    presence,
    times,
    product: settings.PRODUCT,
    ...devices.links,
  });
  const { commands, retries, results } = opened;
  const asking = await openAsking({
    ...shared,
    registry,
    tell: opened.tell,
    afterMs: times.askAfterMs,
    leases: parts.leases ?? soleLeases,
  });
  const leases = parts.leases ?? soleLeases;
  const devicePresence = startDevicePresence({ ...shared, connected: parts.connectedDevices ?? (() => []), every });
  const traffic = openTraffic(parts, registry, (options) => busOf(parts, options));
  const configuration = createReportInbox({ ...shared, after: afterTimer });
  const ingest = await devices.openIngest(
    {
      ...shared,
      registry,
      traffic: traffic.memory,
      onResult: results.take,
      onConfiguration: configuration.take,
      onPresent: devicePresence.note,
      writers: backlogWriters,
    },
    results.show,
    loadMissed,
  );
  const tidying = await leases.take({ name: 'tidying', start: () => Promise.resolve(startTidying({ database, log })) });
  const store = storedFiles(database, storage);
  const findFfmpeg = () => findProgram(settings.FFMPEG, process.env['PATH'] ?? '');
  const processing = await leases.take({
    name: 'incidents',
    start: () => Promise.resolve(startProcessor({ database, store, findFfmpeg, beatMs: times.beatMs, now, log }).close),
  });
  const files = { database, storage, logDays: settings.LOG_DAYS, audit, now, log, every };
  const fileTidying = await leases.take({ name: 'files', start: () => Promise.resolve(startFileTidying(files)) });
  const notifications = await openNotifications(parts, { ...shared, isListening: ingest.isListening, registry, leases, every });
  const close = async () => {
    stopRefreshing();
    devicePresence.close();
    await asking.close();
    await ingest.close();
    await configuration.close();
    await Promise.all([tidying.close(), fileTidying.close(), processing.close(), notifications.close(), opened.close()]);
    await Promise.all([bus.close(), changesBus.close(), traffic.close()]);
    storage.close();
  };
  const isBrokerUp = () => ingest.isListening() && opened.isUp();
  return {
    ...notifications.push,
    ...traffic.connection,
    registry,
    live,
    times,
    storage,
    store,
    bus,
    gauges,
    presence,
    commands,
    retries,
    isBrokerUp,
    close,
  };
}

/** The opened features. */
export type Features = Awaited<ReturnType<typeof openFeatures>>;
