import type { KeyObject } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { challengeRequest, deviceTokenPaths, type TokenAnswer, tokenRequest } from '#contract/devices/deviceToken';
import { isDecommissioned } from '#domain/devices/deviceList';
import type { Database } from '../../platform/database/tables.ts';
import { tooMany, unauthenticated } from '../../platform/failure/failure.ts';
import { fit } from '../../platform/http/serve.ts';
import { networkOf } from '../../platform/limits/clientAddress.ts';
import { createRateLimit } from '../../platform/limits/rateLimit.ts';
import { createChallenge, readChallenge, type ReadChallenge } from './deviceChallenge.ts';
import { isSignedBy } from './deviceSignature.ts';
import { type AdmitDevice, renewedToken } from './deviceToken.ts';

/** Dependencies of the routes. */
interface TokenRouteParts {
  readonly database: Kysely<Database>;
  /** The keys that sign tokens and challenges are derived from this key. */
  readonly key: KeyObject;
  readonly now: () => number;
  /** Registers a new token with the broker, if the broker does not ask the server about tokens. */
  readonly admitDevice?: AdmitDevice | undefined;
}

/**
 * Limits on requests: per network, since all robots of a site may renew their tokens from behind one address after a restart; per device within one network;
 * and per device across all networks.
 */
const RATES = {
  network: { perSecond: 20, burst: 1_000 },
  deviceThere: { perSecond: 0.2, burst: 12 },
  device: { perSecond: 4, burst: 100 },
} as const;

/** Creates the limit on requests, which applies before anything is read. Guessing from one network does not lock out a device in another one. */
function createLimit(now: () => number): (address: string, serial: string) => void {
  const [network, deviceThere, device] = [RATES.network, RATES.deviceThere, RATES.device].map((rate) => createRateLimit(rate, now));
  return (address, serial) => {
    const from = networkOf(address);
    const waits = () =>
      network?.waitSeconds(from) || deviceThere?.waitSeconds(JSON.stringify([from, serial])) || device?.waitSeconds(serial);
    const seconds = waits() ?? 0;
    if (seconds > 0) throw tooMany('too many requests for this device or from this address', seconds);
  };
}

/** Maximum number of expired answers that are deleted with each new one. */
const CLEARED_AT_ONCE = 100;

/** Records that a challenge was answered. Returns false if it was answered before, on any instance. */
async function useChallenge(database: Kysely<Database>, { id, endsAt }: ReadChallenge, now: number): Promise<boolean> {
  const over = database
    .selectFrom('answered_challenge')
    .select('id')
    .where('ends_at', '<', new Date(now))
    .limit(CLEARED_AT_ONCE)
    .forUpdate()
    .skipLocked();
  await database.deleteFrom('answered_challenge').where('id', 'in', over).execute();
  const made = await database
    .insertInto('answered_challenge')
    .values({ id, ends_at: endsAt })
    .onConflict((known) => known.doNothing())
    .executeTakeFirst();
  return made.numInsertedOrUpdatedRows === 1n;
}

/** The key and the generation of a device are read together: new credentials that are stored meanwhile end a token of the generation read here. */
async function readDevice(database: Kysely<Database>, serial: string) {
  const row = await database
    .selectFrom('device')
    .innerJoin('device_credential', 'device_credential.serial', 'device.serial')
    .select(['life_cycle_stage', 'name', 'token_generation', 'algorithm_type', 'public_key'])
    .where('device.serial', '=', serial)
    .executeTakeFirst();
  return row === undefined || isDecommissioned(row) ? null : row;
}

/** All failures get the same response, so that it does not reveal which serials or credentials exist. */
const refused = () => unauthenticated('this signature of this challenge does not count for this device');

async function renew({ database, key, now, admitDevice }: TokenRouteParts, request: FastifyRequest): Promise<TokenAnswer> {
  const { serial, challenge, signature } = fit(tokenRequest, request.body, 'body');
  const at = now();
  const read = readChallenge(key, serial, challenge, at);
  const device = await readDevice(database, serial);
  const isSigned = isSignedBy(device, challenge, signature);
  if (read === null || device === null || !isSigned) throw refused();
  if (!(await useChallenge(database, read, at))) throw refused();
  return renewedToken({ database, key, now: at, admitDevice }, serial, device.token_generation);
}

/** Registers the calls by which a device gets an access token with its key, without a person. Source: RENEW1..7. */
export function registerDeviceTokens(app: FastifyInstance, parts: TokenRouteParts): void {
  const limit = createLimit(parts.now);
  app.post(deviceTokenPaths.challenge, async (request, reply) => {
    const { serial } = fit(challengeRequest, request.body, 'body');
    limit(request.ip, serial);
    reply.header('cache-control', 'no-store');
    return { challenge: createChallenge(parts.key, serial, parts.now()) };
  });
  app.post(deviceTokenPaths.token, async (request, reply) => {
    limit(request.ip, fit(challengeRequest, request.body, 'body').serial);
    reply.header('cache-control', 'no-store');
    return renew(parts, request);
  });
}
