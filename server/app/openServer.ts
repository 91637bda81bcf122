import fastify, { type FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { backlogWriters } from './backlogWriters.ts';
import { createAudit } from '../platform/audit/audit.ts';
import { inProcessBus, type Bus } from '../platform/bus/bus.ts';
import { report, type Report } from '../fleet/report.ts';
import { postgresBus } from '../platform/bus/postgresBus.ts';
import { openCommands } from '../commands/openCommands.ts';
import { usualTimes, type CommandTimes } from '../commands/times.ts';
import { readControls } from '../control/control.ts';
import { controlledBus, dressed } from '../control/controlledBus.ts';
import { createControlMemory } from '../control/memory.ts';
import { createPresence } from '../control/presence.ts';
import { migrate } from './migrations.ts';
import type { Database } from '../platform/database/tables.ts';
import { seed, seedDemo } from './seed.ts';
import { createLive } from '../fleet/live.ts';
import { loadLive } from '../fleet/loadLive.ts';
import { keepFresh, openRegistry } from '../locations/registry.ts';
import { handlersOf } from './handlers.ts';
import { registerCompression } from '../platform/http/compression.ts';
import { registerConsoleConfig } from './consoleConfig.ts';
import { answerUnreadable, registerErrors } from '../platform/http/errors.ts';
import { createGauges, type Gauges } from '../platform/gauges.ts';
import { consolePolicy, registerHeaders } from '../platform/http/headers.ts';
import { registerHealth } from '../platform/http/health.ts';
import { registerOneAddress } from '../platform/http/oneAddress.ts';
import { registerOpenApi } from '../platform/http/openapi.ts';
import { registerCalls } from '../platform/http/register.ts';
import { registerStatics } from '../platform/http/statics.ts';
import type { Identity } from '../identity/identity.ts';
import { storeOf } from '../incidents/dataStore.ts';
import { startProcessor } from '../incidents/processor.ts';
import { startIngest, type Ingest } from '../fleet/ingest/ingest.ts';
import { sealMetadata } from '../devices/metadata/metadataSecrets.ts';
import { demoCompany, type Company } from './company.ts';
import type { Settings } from '../platform/settings.ts';
import { openSockets } from '../fleet/sockets/sockets.ts';

/** Everything the server stands on. */
export interface ServerParts {
  readonly settings: Settings;
  readonly database: Kysely<Database>;
  readonly mqtt: { readonly url: string; readonly username: string; readonly password: string };
  readonly identity: Identity;
  /** Seals the credentials that are stored. */
  readonly credentialKey: KeyObject;
  /** The built console; may be absent, then only the API answers. */
  readonly consoleDir: string;
  readonly now: () => number;
  readonly random: () => number;
  readonly log: Logger;
  /** Carries reports to other instances. By default the database of the settings does; an embedded one has no other instances. */
  readonly bus?: Bus<Report>;
  /** Whether this instance takes reports in; exactly one does, the others get them by the bus. Default true. */
  readonly ingests?: boolean;
  /** How long commands may take; by default the product's times. */
  readonly commandTimes?: CommandTimes;
  /** Serves the console instead of `consoleDir`, for development. */
  readonly assets?: (app: FastifyInstance) => Promise<void>;
}

/** A server that listens. */
export interface RunningServer {
  readonly app: FastifyInstance;
  /** Where it listens, `http://127.0.0.1:8080`. */
  readonly address: string;
  readonly close: () => Promise<void>;
}

const BODY_LIMIT = 262_144;
/** Requests that are not answered so many ms after the close began are cut off. */
const CLOSE_GRACE_MS = 2_000;
const CLOSE_LIMIT_MS = 4_500;

function createApp(): FastifyInstance {
  const app = fastify({ bodyLimit: BODY_LIMIT, forceCloseConnections: 'idle', exposeHeadRoutes: false, frameworkErrors: answerUnreadable });
  // A body is JSON or nothing.
  app.removeContentTypeParser('text/plain');
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  // A kept-alive connection would hold the close until its client goes away.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  return app;
}

const outsideOrigins = ({ publicUrl }: Settings, { origins }: Identity): readonly string[] =>
  origins.filter((origin) => origin !== new URL(publicUrl).origin);

/** Where the tiles of the map come from, if it has any. */
const mapOrigins = ({ MAP_STYLE_URL: url }: Settings): readonly string[] => (url === undefined ? [] : [new URL(url).origin]);

async function registerAll(app: FastifyInstance, parts: ServerParts, fleet: Fleet): Promise<void> {
  const { settings, database, identity, log } = parts;
  registerErrors(app, log);
  await registerCompression(app);
  registerOneAddress(app, settings.publicUrl);
  const policy = consolePolicy([...outsideOrigins(settings, identity), ...mapOrigins(settings)]);
  registerHeaders(app, { policy, isProviderElsewhere: identity.origins.length > 0, log });
  registerHealth(app, database, fleet.isBrokerUp, fleet.gauges);
  registerConsoleConfig(app, settings, identity, database);
  registerOpenApi(app, settings.PRODUCT);
  const handlers = handlersOf({ ...parts, ...fleet });
  const audit = createAudit(database);
  await registerCalls(app, { ...fleet, handlers, identity, audit, now: parts.now, checksAnswers: settings.NODE_ENV !== 'production' });
  await identity.mount(app);
  await (parts.assets?.(app) ?? registerStatics(app, parts.consoleDir));
}

type Fleet = Awaited<ReturnType<typeof openFleet>>;

/** The demo's company, or for a real one the words only: types, stages, error codes and languages. */
function firstCompany(settings: Settings, now: number): Company {
  const company = demoCompany({ devices: settings.DEVICES, seed: settings.SEED, now });
  return settings.isDemo
    ? company
    : { ...company, organisations: [], locations: [], greenhouses: [], maps: [], devices: [], deployments: [] };
}

const noIngest: Ingest = { isListening: () => true, close: () => Promise.resolve() };

const busOf = ({ DATABASE_URL: url }: Settings, log: Logger): Bus<Report> =>
  url === undefined
    ? inProcessBus<Report>()
    : postgresBus(url, report, (error) => log.warn({ reason: error.message }, 'the link to other instances'));

/** Tables, what is known of the fleet, and the way its reports come in. */
async function openFleet(parts: ServerParts, gauges: Gauges) {
  const { database, now, settings, log } = parts;
  await migrate(database);
  await seed(database, () => firstCompany(settings, now()));
  await sealMetadata(database, parts.credentialKey);
  if (settings.isDemo) await seedDemo(database, parts.credentialKey, now());
  const registry = await openRegistry(database);
  const live = createLive(now);
  const memory = createControlMemory();
  for (const control of await readControls(database)) memory.note(control);
  await loadLive(database, { apply: (reports) => live.apply(reports.map((one) => dressed(memory, one))) });
  const bus = controlledBus(parts.bus ?? busOf(settings, log), live, memory);
  bus.subscribe(live.apply);
  const stopRefreshing = keepFresh(registry, log);
  const presence = createPresence(database, now);
  const times = parts.commandTimes ?? usualTimes;
  const ways = openCommands({
    database,
    mqtt: parts.mqtt,
    live,
    bus,
    memory,
    presence,
    gauges,
    times,
    now,
    log,
    product: settings.PRODUCT,
  });
  const { commands, retries, results } = ways;
  const ingest =
    parts.ingests === false
      ? noIngest
      : startIngest({ database, mqtt: parts.mqtt, live, registry, bus, gauges, now, log, onResult: results.take, writers: backlogWriters });
  const store = storeOf(settings, database);
  const processor = startProcessor({ database, store, beatMs: times.beatMs, now, log });
  const close = async () => {
    stopRefreshing();
    await ingest.close();
    await Promise.all([processor.close(), ways.close()]);
    await bus.close();
  };
  const isBrokerUp = () => ingest.isListening() && ways.isUp();
  return { registry, live, times, store, bus, gauges, presence, commands, retries, isBrokerUp, close };
}

/** Brings the tables up to date, takes in reports, and answers on the settings' port (0 takes a free one). */
export async function openServer(parts: ServerParts): Promise<RunningServer> {
  const fleet = await openFleet(parts, createGauges());
  const app = createApp();
  await registerAll(app, parts, fleet);
  const sockets = openSockets(app.server, { ...parts, ...fleet });
  const address = await app.listen({ port: parts.settings.PORT, host: parts.settings.HOST });
  const closeAll = async () => {
    sockets.close();
    const impatience = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS);
    // A database that says nothing must not hold the close; what it then misses is at most the last second.
    await Promise.race([Promise.all([app.close(), fleet.close()]), sleep(CLOSE_LIMIT_MS, undefined, { ref: false })]);
    clearTimeout(impatience);
  };
  let closing: Promise<void> | undefined;
  return { app, address, close: () => (closing ??= closeAll()) };
}
