/** The registered browsers of a person (`push_receiver`); their keys are sealed. */

import { randomUUID, type KeyObject } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { BodyOf } from '#contract/call';
import type { postPushReceiver } from '#contract/notification';
import { z } from '#contract/schema';
import type { Database } from '../platform/database/tables.ts';
import { locks } from '../platform/database/locks.ts';
import { openText, sealText } from '../platform/secrets/encryption.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { conflict, forbidden } from '../platform/failure/failure.ts';

/** Maximum number of browsers per person: more than anybody needs, so that nobody can fill the table. */
const MAX_RECEIVERS = 20;

const keysShape = z.object({ p256dh: z.string(), auth: z.string() });

/** A registered browser, as a push service knows it. */
export interface Receiver {
  readonly id: string;
  readonly username: string;
  readonly endpoint: string;
  readonly keys: z.infer<typeof keysShape>;
  /** The groups of the person at the last registration of the browser. */
  readonly groups: readonly string[];
  /** The language of the person at the last registration of the browser. */
  readonly locale: string | null;
  readonly renewedAt: number;
}

const placeOf = (endpoint: string): string => `notifications/${endpoint}`;

/** The person who registers a browser. */
interface Person {
  readonly username: string;
  readonly groups: readonly string[];
  /** Earliest time at which the person's token was issued, in ms since epoch; null if unknown. */
  readonly issuedAt: number | null;
}

/** Waits for other changes of a person's browsers, and holds them off until the end of the transaction. */
const serialised = (tx: Transaction<Database>, username: string) =>
  sql`select pg_advisory_xact_lock(${locks.pushSettings}, hashtext(${username}))`.execute(tx);

const groupsIn = (text: string): readonly string[] => z.array(z.string()).safeParse(JSON.parse(text)).data ?? [];

/** SQL for "an access token from before this change may still be in use". A provider whose access tokens last longer than a day is not supported. */
const isRecent = sql<boolean>`changed_at > now() - interval '1 day'`;

/** Records the groups of a person whose account was changed here, for as long as an earlier token may last. */
async function noteAccess(tx: Transaction<Database>, username: string, groups: readonly string[]): Promise<void> {
  const access = { groups: JSON.stringify(groups), changed_at: sql<Date>`now()` };
  await tx
    .insertInto('push_access')
    .values({ username, ...access })
    .onConflict((known) => known.column('username').doUpdateSet(access))
    .execute();
}

/**
 * Deletes records of account changes that are older than every valid token. This must not run in the transaction of a change: two of them would wait for each
 * other, and one may wait for the provider. Source: PUSH8.
 */
export const forgetOldAccess = async (database: Kysely<Database>): Promise<void> =>
  void (await database
    .deleteFrom('push_access')
    // A row that is locked by a change of its account, which may wait for the provider, is left for the next time.
    .where('username', 'in', (old) =>
      old
        .selectFrom('push_access')
        .select('username')
        .where(sql<boolean>`not ${isRecent}`)
        .forUpdate()
        .skipLocked(),
    )
    .execute());

/**
 * Returns the groups by which the browsers of a person receive notices: the groups of the token, without those that were removed here after it was issued.
 * Throws 403 if the person was blocked or removed here since: an external provider accepts the token until it expires. A later token is right, since the
 * account may have been changed at the provider. Source: PUSH8.
 */
async function groupsNow(tx: Transaction<Database>, { username, groups, issuedAt }: Person): Promise<readonly string[]> {
  const changed = tx.selectFrom('push_access').select('groups').where('username', '=', username).where(isRecent);
  const row = await (issuedAt === null ? changed : changed.where('changed_at', '>=', new Date(issuedAt))).executeTakeFirst();
  if (row === undefined) return groups;
  const left = groupsIn(row.groups);
  if (left.length === 0) throw forbidden('This account may not receive notifications.');
  return groups.filter((group) => left.includes(group));
}

/** Registers a browser or renews its registration; returns its id. Throws 409 if there are too many. Source: PUSH5. */
export async function saveReceiver(
  database: Kysely<Database>,
  key: KeyObject,
  {
    person,
    body: { endpoint, keys, label, locale },
    at,
  }: { readonly person: Person; readonly body: BodyOf<typeof postPushReceiver>; readonly at: Date },
): Promise<string> {
  const { username } = person;
  const known = { username, label, locale: locale ?? null, renewed_at: at };
  const sealed = { ...known, endpoint, sealed_keys: sealText(key, JSON.stringify(keys), placeOf(endpoint)) };
  return database.transaction().execute(async (tx) => {
    await serialised(tx, username);
    const row = { ...sealed, groups: JSON.stringify(await groupsNow(tx, person)) };
    const others = await tx
      .selectFrom('push_receiver')
      .select((one) => one.fn.countAll<number>().as('count'))
      .where('username', '=', username)
      .where('endpoint', '!=', endpoint)
      .executeTakeFirstOrThrow();
    if (others.count >= MAX_RECEIVERS) throw conflict(`${MAX_RECEIVERS} browsers are registered. Remove one that you do not use.`);
    const saved = await tx
      .insertInto('push_receiver')
      .values({ id: randomUUID(), created_at: at, ...row })
      .onConflict((clash) => clash.column('endpoint').doUpdateSet(row))
      .returning('id')
      .executeTakeFirstOrThrow();
    return saved.id;
  });
}

/** Returns the browsers of a person, newest first. */
export const listReceivers = (database: Kysely<Database>, username: string) =>
  database
    .selectFrom('push_receiver')
    .select(['id', 'label', 'created_at', 'renewed_at'])
    .where('username', '=', username)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

/** Removes a browser of a person. Throws 404 for a browser of another person. */
export async function removeReceiver(database: Kysely<Database>, username: string, id: string): Promise<void> {
  const deleted = await database.deleteFrom('push_receiver').where('username', '=', username).where('id', '=', id).executeTakeFirst();
  if (deleted.numDeletedRows !== 1n) throw createFailure('noBrowser');
}

/** Removes a browser that, according to its push service, no longer exists. */
export const forgetReceiver = async (database: Kysely<Database>, id: string): Promise<void> =>
  void (await database.deleteFrom('push_receiver').where('id', '=', id).execute());

/**
 * Limits the notices to a person's browsers to the devices that the new groups may see; removes the browsers of a blocked person (null). An external provider
 * does not report such changes, so the groups of the last registration apply there. Source: PUSH7.
 */
export async function changeAccess(database: Kysely<Database>, username: string, groups: readonly string[] | null): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await serialised(tx, username);
    await noteAccess(tx, username, groups ?? []);
    if (groups === null) await tx.deleteFrom('push_receiver').where('username', '=', username).execute();
    else
      await tx
        .updateTable('push_receiver')
        .set({ groups: JSON.stringify(groups) })
        .where('username', '=', username)
        .execute();
  });
}

/** Removes the browsers, the selected devices and the sent notices of a person whose account is removed. Source: PUSH7. */
export async function removePushes(tx: Transaction<Database>, username: string): Promise<void> {
  await serialised(tx, username);
  await noteAccess(tx, username, []);
  for (const table of ['push_receiver', 'push_setting', 'push_sent'] as const)
    await tx.deleteFrom(table).where('username', '=', username).execute();
}

/**
 * Returns the registered browsers of people, the newest registration first. A browser whose keys were sealed with another key is left out; it registers again when its user next opens the
 * page.
 */
export async function receiversOf(database: Kysely<Database>, key: KeyObject, usernames: readonly string[]): Promise<readonly Receiver[]> {
  if (usernames.length === 0) return [];
  const rows = await database
    .selectFrom('push_receiver')
    .select(['id', 'username', 'endpoint', 'sealed_keys', 'groups', 'locale', 'renewed_at'])
    .where('username', 'in', usernames)
    .orderBy('renewed_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id, username, endpoint, sealed_keys, groups, locale, renewed_at }) => {
    const text = openText(key, sealed_keys, placeOf(endpoint));
    const keys = text === null ? undefined : keysShape.safeParse(JSON.parse(text)).data;
    if (keys === undefined) return [];
    return [{ id, username, endpoint, keys, groups: groupsIn(groups), locale, renewedAt: renewed_at.getTime() }];
  });
}
