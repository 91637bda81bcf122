/** SSH credentials of a device per target (`pi`, `nuc`, `router`), encrypted: read, written, confirmed, removed. */

import type { KeyObject } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { sshCredentials, type SshCredentials, type SshTarget } from '#contract/devices/maintenance';
import { chunks } from '../../platform/database/chunks.ts';
import type { Database } from '../../platform/database/tables.ts';
import { conflict } from '../../platform/failure/failure.ts';
import type { Scope } from '../../platform/principal.ts';
import { encrypt, decrypt } from '../../platform/secrets/encryption.ts';
import { lockDevice } from './deviceCredentials.ts';

type Store = Kysely<Database> | Transaction<Database>;

const placeOf = (serial: string, target: SshTarget) => `${serial}/${target}`;

/** The former credentials of a device, as a part of its row. */
interface Former {
  readonly former: Buffer | null;
  readonly former_saved_at: Date | null;
}
const NO_FORMER: Former = { former: null, former_saved_at: null };

/** Returns a row of credentials, encrypted for its device and target. */
export const sealedRow = (key: KeyObject, serial: string, target: SshTarget, given: SshCredentials, saved_at: Date | null = null) => ({
  serial,
  target,
  saved_at,
  sealed: encrypt(key, JSON.stringify(given), placeOf(serial, target)),
  ...NO_FORMER,
});

/** One target of a device, and the check whether the caller may read credentials that were saved at an instant. */
interface Wanted {
  readonly serial: string;
  readonly target: SshTarget;
  readonly isReadable: (savedAt: Date | null) => boolean;
}

function opened(key: KeyObject, sealed: Buffer, { serial, target }: Pick<Wanted, 'serial' | 'target'>): SshCredentials | null {
  const text = decrypt(key, sealed, placeOf(serial, target));
  return text === null ? null : sshCredentials.parse(JSON.parse(text));
}

const rowOf = (store: Store, { serial, target }: Wanted) =>
  store
    .selectFrom('ssh_credential')
    .select(['sealed', 'saved_at', 'former', 'former_saved_at'])
    .where('serial', '=', serial)
    .where('target', '=', target)
    .executeTakeFirst();

/** Stored credentials, and the former ones until somebody has confirmed that the device uses the stored ones. */
interface Stored extends SshCredentials {
  readonly former: SshCredentials | null;
  readonly savedAt: Date | null;
}

/**
 * Returns the decrypted credentials of one target; null if no readable ones are stored. Throws 409 when they cannot be decrypted. Source: KEPTHERE1.
 */
export async function readCredentials(store: Store, key: KeyObject, wanted: Wanted): Promise<Stored | null> {
  const row = await rowOf(store, wanted);
  if (row === undefined || !wanted.isReadable(row.saved_at)) return null;
  const stored = opened(key, row.sealed, wanted);
  if (stored === null) throw conflict('the stored credentials were sealed with another key, save them anew');
  const isFormerReadable = row.former !== null && wanted.isReadable(row.former_saved_at);
  return { ...stored, former: isFormerReadable && row.former !== null ? opened(key, row.former, wanted) : null, savedAt: row.saved_at };
}

const SAVED_MEANWHILE = 'Other credentials were saved meanwhile. Request them again, then confirm those.';

const isSame = (one: SshCredentials, other: SshCredentials) => one.username === other.username && one.password === other.password;

/**
 * Returns the former credentials of the device: the oldest unconfirmed ones, since no later ones are known to be on the device. Credentials of a former owner,
 * and credentials that cannot be decrypted, are left out.
 */
async function formerOf(store: Store, key: KeyObject, wanted: Wanted, next: SshCredentials): Promise<Former> {
  const row = await rowOf(store, wanted);
  if (row === undefined) return NO_FORMER;
  const isKept = row.former !== null && wanted.isReadable(row.former_saved_at);
  const [sealed, savedAt] = isKept ? [row.former, row.former_saved_at] : [row.sealed, row.saved_at];
  if (sealed === null || !wanted.isReadable(savedAt)) return NO_FORMER;
  const before = opened(key, sealed, wanted);
  return before === null || isSame(before, next) ? NO_FORMER : { former: sealed, former_saved_at: savedAt };
}

/**
 * Deletes the former credentials of a target of a device in the scope; false if none are stored. Throws 409 when the stored ones were not saved at the given
 * instant: the device may still have the former ones. Source: CRED7, CRED9.
 */
export function confirmCredentials(
  database: Kysely<Database>,
  scope: Scope,
  { savedAt, ...wanted }: Wanted & { readonly savedAt: Date | undefined },
): Promise<boolean> {
  const { serial, target, isReadable } = wanted;
  return database.transaction().execute(async (tx) => {
    await lockDevice(tx, { serial, scope });
    const row = await rowOf(tx, wanted);
    if (row === undefined || !isReadable(row.saved_at)) return false;
    if (savedAt !== undefined && row.saved_at?.getTime() !== savedAt.getTime()) throw conflict(SAVED_MEANWHILE);
    await tx.updateTable('ssh_credential').set(NO_FORMER).where('serial', '=', serial).where('target', '=', target).execute();
    return true;
  });
}

/**
 * Removes the stored and the former credentials of a target of a device in the scope, even those that the owner may not read, since the owner may replace them
 * too. Source: CRED6, CRED7.
 */
export async function removeCredentials(
  database: Kysely<Database>,
  scope: Scope,
  { serial, target }: Pick<Wanted, 'serial' | 'target'>,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await lockDevice(tx, { serial, scope });
    await tx.deleteFrom('ssh_credential').where('serial', '=', serial).where('target', '=', target).execute();
  });
}

type Inputs = Readonly<Partial<Record<SshTarget, { readonly [Field in keyof SshCredentials]?: string | undefined } | undefined>>>;

/** Returns the targets with non-empty inputs, each with these inputs. */
export function nonEmptyInputs(deployment: Inputs): readonly (readonly [SshTarget, Partial<SshCredentials>])[] {
  return (['pi', 'nuc', 'router'] as const).flatMap((target) => {
    const { username, password } = deployment[target] ?? {};
    const given = { ...(username ? { username } : {}), ...(password ? { password } : {}) };
    return Object.keys(given).length === 0 ? [] : [[target, given] as const];
  });
}

/** The inputs for a device of the scope, the instant of saving, and the check whether stored credentials are readable. */
interface Saved {
  readonly serial: string;
  readonly scope: Scope;
  readonly given: ReturnType<typeof nonEmptyInputs>;
  readonly at: Date;
  readonly isReadable: Wanted['isReadable'];
}

/** Saves the inputs of each target in one transaction, with a row lock per device; missing inputs keep their stored value, if it is readable. */
export async function writeCredentials(
  database: Kysely<Database>,
  key: KeyObject,
  { serial, scope, given, at, isReadable }: Saved,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await lockDevice(tx, { serial, scope });
    for (const [target, inputs] of given) {
      const isWhole = inputs.username !== undefined && inputs.password !== undefined;
      const wanted = { serial, target, isReadable };
      const known = isWhole ? null : await readCredentials(tx, key, wanted);
      const next = { username: known?.username ?? '', password: known?.password ?? '', ...inputs };
      await storeSealed(tx, [{ ...sealedRow(key, serial, target, next, at), ...(await formerOf(tx, key, wanted, next)) }]);
    }
  });
}

/** Stores encrypted credentials, replacing those of the same device and target. */
export async function storeSealed(tx: Transaction<Database>, rows: readonly ReturnType<typeof sealedRow>[]): Promise<void> {
  for (const some of chunks(rows)) {
    await tx
      .insertInto('ssh_credential')
      .values(some)
      .onConflict((other) =>
        other.columns(['serial', 'target']).doUpdateSet((row) => ({
          sealed: row.ref('excluded.sealed'),
          saved_at: row.ref('excluded.saved_at'),
          former: row.ref('excluded.former'),
          former_saved_at: row.ref('excluded.former_saved_at'),
        })),
      )
      .execute();
  }
}
