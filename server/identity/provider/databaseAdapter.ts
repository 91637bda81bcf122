import type { Kysely } from 'kysely';
import { createHash } from 'node:crypto';
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { IdentityTables } from '../tables.ts';
import { KEEP_ENDED_MS } from './deleteExpired.ts';

/**
 * Time for which a used refresh token is rejected without ending its sign-in, in ms. Two tabs may renew at the same moment; without this grace period
 * the second request would make the provider revoke the first one's new token. Source: design, Identity and rights.
 */
const GRACE_MS = 5_000;

const alreadyUsed = () => new errors.InvalidGrant('token already used');

/** Models whose id is a secret of a browser: stored as a hash, so that a copy of the database cannot renew or sign in. */
const HASHED = new Set(['Session', 'RefreshToken', 'AuthorizationCode']);

/** Returns the stored form of an id; migration 025 converts older rows to it. */
const storedId = (model: string, id: string): string =>
  HASHED.has(model) ? createHash('sha256').update(`${model}:${id}`).digest('hex') : id;

/** Returns a payload without the secrets that its row must not contain: its own id, and the session id of an interaction. */
function withoutSecrets(model: string, payload: AdapterPayload): AdapterPayload {
  const { jti, session, ...rest } = payload;
  const kept = session === undefined ? {} : { session: { ...session, cookie: '' } };
  return { ...rest, ...kept, ...(HASHED.has(model) || jti === undefined ? {} : { jti }) };
}

interface Shelf {
  readonly database: Kysely<IdentityTables>;
  readonly model: string;
  readonly now: () => number;
  readonly aheadMs: () => number;
}

/** The fields of a payload that hold an instant, in s since epoch. */
const INSTANTS = ['exp', 'iat', 'iiat', 'loginTs', 'authTime'] as const;

/** Shifts the instants of a payload: the provider's library uses the clock of this machine, and the database the shared clock. */
function moved(payload: AdapterPayload, ms: number): AdapterPayload {
  if (ms === 0) return payload;
  const instants = INSTANTS.flatMap((name) => {
    const at = payload[name];
    return at === undefined ? [] : [[name, at + Math.round(ms / 1000)]];
  });
  return { ...payload, ...Object.fromEntries(instants) };
}

/**
 * Returns the `amr` to store for a refresh token, taken from its session. A renewal that started before the second factor was proved still carries the
 * password-only `amr`; storing that would undo the proof.
 */
async function provedAmr({ database, model }: Shelf, { amr, sessionUid }: AdapterPayload): Promise<string[] | undefined> {
  if (model !== 'RefreshToken' || sessionUid === undefined || amr?.includes('otp') === true) return amr;
  const session = await database
    .selectFrom('identity_record')
    .select('payload')
    .where('model', '=', 'Session')
    .where('uid', '=', sessionUid)
    .executeTakeFirst();
  return session?.payload.amr ?? amr;
}

async function store(shelf: Shelf, id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
  const { database, model, now } = shelf;
  const amr = await provedAmr(shelf, payload);
  const row = {
    payload: JSON.stringify({ ...withoutSecrets(model, moved(payload, shelf.aheadMs())), amr }),
    account_id: payload.accountId ?? null,
    grant_id: payload.grantId ?? null,
    uid: payload.uid ?? null,
    expires_at: new Date(now() + expiresIn * 1000),
  };
  await database
    .insertInto('identity_record')
    .values({ model, id: storedId(model, id), consumed_at: null, ...row })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
    .execute();
}

async function load({ database, model, now, aheadMs }: Shelf, by: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> {
  const row = await database
    .selectFrom('identity_record')
    .select(['id', 'payload', 'consumed_at'])
    .where('model', '=', model)
    .where(by, '=', by === 'id' ? storedId(model, value) : value)
    .where('expires_at', '>', new Date(now()))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // A session that is found by its uid is only read, so it does not need its id, which is known only to its browser.
  const payload = { ...moved(row.payload, -aheadMs()), jti: by === 'id' ? value : row.id };
  if (row.consumed_at === null) return payload;
  const consumedAt = row.consumed_at.getTime();
  if (model === 'RefreshToken' && now() - consumedAt < GRACE_MS) throw alreadyUsed();
  return { ...payload, consumed: Math.floor(consumedAt / 1000) };
}

async function consume({ database, model, now }: Shelf, id: string): Promise<void> {
  const spent = await database
    .updateTable('identity_record')
    .set({ consumed_at: new Date(now()) })
    .where('model', '=', model)
    .where('id', '=', storedId(model, id))
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  if (spent.numUpdatedRows !== 1n) throw alreadyUsed();
}

/**
 * Creates the provider's storage adapter for PostgreSQL: its sessions, grants and tokens as rows. `consume` is one conditional update:
 * exactly one of several concurrent uses of a token succeeds.
 */
export function adapterOf(database: Kysely<IdentityTables>, now: () => number, aheadMs: () => number): (model: string) => Adapter {
  return (model) => {
    const shelf = { database, model, now, aheadMs };
    const remove = async (by: 'id' | 'grant_id', value: string) => {
      await database.deleteFrom('identity_record').where('model', '=', model).where(by, '=', value).execute();
    };
    return {
      upsert: (id, payload, expiresIn) => store(shelf, id, payload, expiresIn ?? KEEP_ENDED_MS / 1000),
      find: (id) => load(shelf, 'id', id),
      findByUid: (uid) => load(shelf, 'uid', uid),
      // The method is required by the adapter, but the device-code flow is not supported.
      findByUserCode: () => Promise.resolve(undefined),
      consume: (id) => consume(shelf, id),
      destroy: (id) => remove('id', storedId(model, id)),
      revokeByGrantId: (grantId) => remove('grant_id', grantId),
    };
  };
}
