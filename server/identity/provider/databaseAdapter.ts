import type { Kysely } from 'kysely';
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { IdentityTables } from '../tables.ts';

/**
 * How long a refresh token that was just spent is refused without ending its sign-in. Two tabs that renew in the same moment are
 * honest; without the grace the late one would make the provider revoke the early one's new token. Source: design, Identity and rights.
 */
const GRACE_MS = 5_000;
/** Ended records are kept a day, so that a late replay of a spent token is still recognised as one. */
const KEEP_ENDED_MS = 24 * 3_600_000;

const alreadyUsed = () => new errors.InvalidGrant('token already used');

interface Shelf {
  readonly database: Kysely<IdentityTables>;
  readonly model: string;
  readonly now: () => number;
}

/**
 * How a sign-in was proved, by its session. A renewal that was under way while the second factor was proved still carries the half
 * sign-in it began with; stored as it is, it would put that back for good.
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
    payload: JSON.stringify({ ...payload, amr }),
    account_id: payload.accountId ?? null,
    grant_id: payload.grantId ?? null,
    uid: payload.uid ?? null,
    expires_at: new Date(now() + expiresIn * 1000),
  };
  await database
    .insertInto('identity_record')
    .values({ model, id, consumed_at: null, ...row })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
    .execute();
  if (model !== 'Grant') return;
  await database
    .deleteFrom('identity_record')
    .where('expires_at', '<', new Date(now() - KEEP_ENDED_MS))
    .execute();
}

async function load({ database, model, now }: Shelf, by: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> {
  const row = await database
    .selectFrom('identity_record')
    .select(['payload', 'consumed_at'])
    .where('model', '=', model)
    .where(by, '=', value)
    .where('expires_at', '>', new Date(now()))
    .executeTakeFirst();
  if (row === undefined || row.consumed_at === null) return row?.payload;
  const consumedAt = row.consumed_at.getTime();
  if (model === 'RefreshToken' && now() - consumedAt < GRACE_MS) throw alreadyUsed();
  return { ...row.payload, consumed: Math.floor(consumedAt / 1000) };
}

async function consume({ database, model, now }: Shelf, id: string): Promise<void> {
  const spent = await database
    .updateTable('identity_record')
    .set({ consumed_at: new Date(now()) })
    .where('model', '=', model)
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  if (spent.numUpdatedRows !== 1n) throw alreadyUsed();
}

/** The provider's records in PostgreSQL. `consume` is one conditional update: of many who spend a token at once exactly one succeeds. */
export function adapterOf(database: Kysely<IdentityTables>, now: () => number): (model: string) => Adapter {
  return (model) => {
    const shelf = { database, model, now };
    const remove = async (by: 'id' | 'grant_id', value: string) => {
      await database.deleteFrom('identity_record').where('model', '=', model).where(by, '=', value).execute();
    };
    return {
      upsert: (id, payload, expiresIn) => store(shelf, id, payload, expiresIn ?? KEEP_ENDED_MS / 1000),
      find: (id) => load(shelf, 'id', id),
      findByUid: (uid) => load(shelf, 'uid', uid),
      // Device codes are not offered.
      findByUserCode: () => Promise.resolve(undefined),
      consume: (id) => consume(shelf, id),
      destroy: (id) => remove('id', id),
      revokeByGrantId: (grantId) => remove('grant_id', grantId),
    };
  };
}
