import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Audit, createAudit } from '../platform/audit/audit.ts';
import { type AuditLine, auditKey } from '../platform/audit/chain.ts';
import { keepUploadsOpen } from '../commands/commandStore.ts';
import { recordStops } from '../commands/unrecordedStops.ts';
import { handlersOf } from './handlers.ts';
import { scopeOf } from '../locations/visibility.ts';
import { registerCompression } from '../platform/http/compression.ts';
import { registerAsyncApi, registerRobotGuide } from '../platform/http/asyncapi.ts';
import { registerConsoleConfig } from './consoleConfig.ts';
import { createApp } from '../platform/http/createApp.ts';
import { registerErrors } from '../platform/http/errors.ts';
import { registerHostCheck, registerOneAddress } from '../platform/http/hostCheck.ts';
import { BACKLOG, limitConnections } from '../platform/http/connections.ts';
import { personLimit, registerLimits } from '../platform/http/limits.ts';
import { openMetrics } from '../platform/http/metrics.ts';
import { createClientAddress } from '../platform/limits/clientAddress.ts';
import { createWorkSlots, THREAD_LIMITS, UPLOAD_LIMITS } from '../platform/limits/workSlots.ts';
import { type Gauges, createGauges } from '../platform/gauges.ts';
import { consolePolicy, registerHeaders } from '../platform/http/headers.ts';
import { registerOpenApi } from '../platform/http/openapi.ts';
import { registerCalls } from '../platform/http/register.ts';
import { createSocketCall } from '../platform/http/callOnSocket.ts';
import { organisationsIn } from '../platform/http/audited.ts';
import { routeUpgrades } from '../platform/http/upgrades.ts';
import { registerStatics } from '../platform/http/staticRoutes.ts';
import { registerDeviceAccess } from '../devices/credentials/deviceAccess.ts';
import { isTokenOf } from '../devices/credentials/deviceToken.ts';
import { registerDeviceTokens } from '../devices/credentials/deviceTokenRoutes.ts';
import { registerDeviceData } from '../devices/deviceData/routes.ts';
import { incidentFiles } from '../incidents/deviceFiles.ts';
import { logFiles } from '../devices/events/logFiles.ts';
import { registerDeviceFiles } from '../platform/http/deviceFileRoutes.ts';
import { localClock, openDatabaseClock } from '../platform/instances/databaseClock.ts';
import type { Identity } from '../identity/identity.ts';
import { afterTimer } from '../platform/timers.ts';
import { type SignInEvent, signInStatus } from '../identity/signInEvents.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { openSockets } from '../fleet/sockets/sockets.ts';
import type { StopForCaller } from '../fleet/sockets/socketSession.ts';
import { commandResponse } from '#contract/command';
import { roleOf } from '#domain/people/rights';
import { createFileRecord } from './fileRecord.ts';
import { type Features, openFeatures } from './openFeatures.ts';
import type { ServerParts } from './serverParts.ts';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import type { Principal, Scope } from '../platform/principal.ts';

/** Registers `GET /healthz` (200 while database and broker are reachable, otherwise 503) and measures the requests. */
export function registerHealth(app: FastifyInstance, database: Kysely<Database>, isBrokerUp: () => boolean, gauges: Gauges): void {
  app.get('/healthz', { exposeHeadRoute: true }, async (_request, reply) => {
    const hasDatabase = await sql`select 1`.execute(database).then(
      () => true,
      () => false,
    );
    const isWell = hasDatabase && isBrokerUp();
    reply.header('cache-control', 'no-store');
    return reply.code(isWell ? 200 : 503).send({ database: hasDatabase, broker: isBrokerUp() });
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    gauges.httpSeconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
}

/** A listening server. */
export interface RunningServer {
  readonly app: FastifyInstance;
  /** Listening address, e.g. `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Address of the metrics, which have a separate listener. */
  readonly metricsUrl: string;
  /** Whether the messages of devices arrive and commands can be sent. */
  readonly isBrokerUp: () => boolean;
  readonly close: () => Promise<void>;
}

/** Time after the start of closing at which open connections are destroyed, in ms. */
const CLOSE_GRACE_MS = 2_000;
const CLOSE_LIMIT_MS = 4_500;

const outsideOrigins = ({ publicUrl }: Settings, { origins }: Identity): readonly string[] =>
  origins.filter((origin) => origin !== new URL(publicUrl).origin);

/** Returns the origin of the map tiles if a map style is configured. */
const mapOrigins = ({ MAP_STYLE_URL: url }: Settings): readonly string[] => (url === undefined ? [] : [new URL(url).origin]);

/** Registers the hooks of every request, and the routes that are not calls. */
async function registerFrame(app: FastifyInstance, parts: ServerParts, features: Features): Promise<void> {
  const { settings, database, identity, log, now } = parts;
  registerErrors(app, log);
  registerLimits(app, settings, now);
  registerHostCheck(app, settings);
  await registerCompression(app);
  registerOneAddress(app, settings.publicUrl);
  const policy = consolePolicy([...outsideOrigins(settings, identity), ...mapOrigins(settings)]);
  registerHeaders(app, { policy, isProviderElsewhere: identity.origins.length > 0, log, now });
  registerHealth(app, database, features.isBrokerUp, features.gauges);
  registerConsoleConfig(app, settings, identity);
  registerOpenApi(app, settings.PRODUCT);
  registerAsyncApi(app, settings.PRODUCT);
  registerRobotGuide(app);
}

type Person = Pick<Principal, 'role' | 'groups'>;

/** Returns the subjects of a sign-in event: one per address, so that a changed address is found by the former and by the new one. Source: NEWMAIL5. */
function subjectsOf({ addresses }: SignInEvent): readonly Pick<AuditLine, 'params' | 'changes'>[] {
  if (addresses === undefined) return [{ params: {} }];
  const [from, to] = addresses;
  return addresses.map((email) => ({ params: { email }, changes: [{ field: 'email', from, to }] }));
}

/** Records sign-ins, failed sign-ins, log-outs and changed addresses, with the organisations of the person. */
function recordSignIns({ identity, now }: ServerParts, scopeNow: (person: Person) => Scope, append: (line: AuditLine) => void) {
  identity.onSignIn((event) => {
    const { kind, username, groups } = event;
    for (const subject of subjectsOf(event)) {
      append({
        ...subject,
        organisations: organisationsIn(scopeNow({ role: roleOf(groups), groups })),
        at: now(),
        who: username,
        // A failed sign-in may be an attempt of another person.
        role: signInStatus[kind] === 200 ? roleOf(groups) : null,
        call: kind,
        requestId: randomUUID(),
        status: signInStatus[kind],
      });
    }
  });
}

/** Registers the calls of devices: their tokens, their files and their data. */
async function registerDevices(app: FastifyInstance, parts: ServerParts, features: Features, audit: Audit): Promise<void> {
  const { database, now, credentialKey: key } = parts;
  const { storage, registry, retries, times } = features;
  const isToken = (serial: string, token: string) => isTokenOf({ database, key, now: now() }, serial, token);
  const isDevice = (serial: string) => registry.organisationOfDevice(serial) !== undefined;
  const { MQTT_ACCESS_SECRET: secret } = parts.settings;
  if (secret !== undefined) registerDeviceAccess(app, { secret, isDevice, isToken });
  registerDeviceTokens(app, { ...parts, key });
  const onReceiving = (serial: string) => keepUploadsOpen(database, serial, new Date(now() + times.endMs));
  const { recorded, flush } = createFileRecord({
    append: (line) => void retries.run(() => audit.append(line)),
    ownerOf: registry.organisationOfDevice,
    now,
    after: afterTimer,
  });
  app.addHook('onClose', async () => flush());
  await registerDeviceFiles(app, { database, storage, isToken, now, onReceiving, recorded }, [
    incidentFiles({ database, storage, now }),
    logFiles(database, now),
  ]);
  registerDeviceData(app, { ...parts, registry, isToken, audit });
}

/** Registers all routes; returns the stop function for callers on a socket. */
async function registerAll(app: FastifyInstance, parts: ServerParts, features: Features, audit: Audit): Promise<StopForCaller> {
  const { settings, database, identity, now } = parts;
  const { registry, retries } = features;
  await registerFrame(app, parts, features);
  const { slowDatabase = database } = parts;
  const handlers = handlersOf({ ...parts, ...features, slowDatabase, workSlots: createWorkSlots(THREAD_LIMITS) });
  await recordStops(database, audit, now());
  const scopeNow = (person: Person) => scopeOf(person, registry);
  recordSignIns(parts, scopeNow, (line) => void retries.run(() => audit.append(line)));
  const audited = { audit, retries, scopeOf: scopeNow };
  await registerCalls(app, {
    ...features,
    ...audited,
    settings,
    handlers,
    identity,
    countCall: personLimit(settings, now),
    uploadSlots: createWorkSlots(UPLOAD_LIMITS),
    now,
    checksAnswers: settings.NODE_ENV === 'test',
  });
  await registerDevices(app, parts, features, audit);
  await identity.mount(app);
  await (parts.assets?.(app) ?? registerStatics(app, parts.consoleDir));
  const stop = createSocketCall({ ...features, ...audited, served: handlers.getStopImmediately, now });
  return async (caller, { serial, requestId }) => {
    const result = await stop(caller, { serial }, requestId);
    return 'answer' in result ? { status: result.status, ...commandResponse.parse(result.answer) } : result;
  };
}

/**
 * Opens the features and listens on the port of the settings (0 picks a free one). Registers routes, sockets and `/healthz`. An instance
 * that is one of several follows the database's clock.
 */
export async function openServer(given: ServerParts): Promise<RunningServer> {
  const clock = given.nats === undefined ? localClock(given.now) : await openDatabaseClock(given);
  const parts = { ...given, now: clock.now };
  const audit = createAudit({ database: parts.database, key: auditKey(parts.credentialKey), onEnd: parts.onAuditEnd ?? (() => undefined) });
  const features = await openFeatures(parts, createGauges(), audit);
  const { settings } = parts;
  const client = createClientAddress(settings.TRUST_PROXY);
  const app = createApp(client);
  limitConnections(app.server, { perAddress: settings.SOCKETS_PER_ADDRESS, now: parts.now, isProxy: client.isTrusted });
  const stop = await registerAll(app, parts, features, audit);
  const sockets = openSockets({ ...parts, ...features, addressOf: client.of, stop });
  const { deviceUpgrades: devices } = parts;
  routeUpgrades(app.server, { '/ws': sockets.accept, ...(devices === undefined ? {} : { '/mqtt': devices.accept }) });
  const metrics = await openMetrics({ ...parts, gauges: features.gauges });
  const address = await app.listen({ port: parts.settings.PORT, host: parts.settings.HOST, backlog: BACKLOG });
  const closeAll = async () => {
    sockets.close();
    devices?.close();
    metrics.close();
    clock.close();
    const impatience = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS);
    // An unresponsive database must not block the close; at most the reports of the last second are lost.
    await Promise.race([Promise.all([app.close(), features.close()]), sleep(CLOSE_LIMIT_MS, undefined, { ref: false })]);
    clearTimeout(impatience);
  };
  let closing: Promise<void> | undefined;
  return { app, address, metricsUrl: metrics.url, isBrokerUp: features.isBrokerUp, close: () => (closing ??= closeAll()) };
}
