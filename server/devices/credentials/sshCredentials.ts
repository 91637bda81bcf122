import type { KeyObject } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { sshCredentials, type SshCredentials, type SshTarget } from '#contract/devices/maintenance';
import { chunks } from '../../platform/database/chunks.ts';
import type { Database } from '../../platform/database/tables.ts';
import { conflict } from '../../platform/failure.ts';
import { encrypt, decrypt } from '../../platform/encryption.ts';

type Store = Kysely<Database> | Transaction<Database>;

const placeOf = (serial: string, target: SshTarget) => `${serial}/${target}`;

/** Returns a row of credentials, encrypted for its device and target. */
export const sealedRow = (key: KeyObject, serial: string, target: SshTarget, given: SshCredentials, saved_at: Date | null = null) => ({
  serial,
  target,
  saved_at,
  sealed: encrypt(key, JSON.stringify(given), placeOf(serial, target)),
});

/** The credentials of one target of a device, and who may read those saved at an instant. */
interface Wanted {
  readonly serial: string;
  readonly target: SshTarget;
  readonly isReadable: (savedAt: Date | null) => boolean;
}

/** Returns the decrypted credentials of one target; null when none are stored that are readable. Throws 409 when they cannot be decrypted. */
export async function readCredentials(
  store: Store,
  key: KeyObject,
  { serial, target, isReadable }: Wanted,
): Promise<SshCredentials | null> {
  const row = await store
    .selectFrom('ssh_credential')
    .select(['sealed', 'saved_at'])
    .where('serial', '=', serial)
    .where('target', '=', target)
    .executeTakeFirst();
  if (row === undefined || !isReadable(row.saved_at)) return null;
  const text = decrypt(key, row.sealed, placeOf(serial, target));
  if (text === null) throw conflict('the stored credentials were sealed with another key, save them anew');
  return sshCredentials.parse(JSON.parse(text));
}

type Inputs = Readonly<Partial<Record<SshTarget, { readonly [Field in keyof SshCredentials]?: string | undefined } | undefined>>>;

/** Returns the targets with non-empty inputs, each with these inputs. */
export function givenInputs(deployment: Inputs): readonly (readonly [SshTarget, Partial<SshCredentials>])[] {
  return (['pi', 'nuc', 'router'] as const).flatMap((target) => {
    const { username, password } = deployment[target] ?? {};
    const given = { ...(username ? { username } : {}), ...(password ? { password } : {}) };
    return Object.keys(given).length === 0 ? [] : [[target, given] as const];
  });
}

/** Inputs of a device, saved at an instant, and which stored ones they complete. */
interface Saved {
  readonly serial: string;
  readonly given: ReturnType<typeof givenInputs>;
  readonly at: Date;
  readonly isReadable: Wanted['isReadable'];
}

/** Saves the inputs of each target in one transaction, with a row lock per device; missing inputs keep their stored value, if it is readable. */
export async function writeCredentials(
  database: Kysely<Database>,
  key: KeyObject,
  { serial, given, at, isReadable }: Saved,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select serial from device where serial = ${serial} for update`.execute(tx);
    for (const [target, inputs] of given) {
      const isWhole = inputs.username !== undefined && inputs.password !== undefined;
      const known = isWhole ? null : await readCredentials(tx, key, { serial, target, isReadable });
      await storeSealed(tx, [sealedRow(key, serial, target, { username: '', password: '', ...known, ...inputs }, at)]);
    }
  });
}

/** Stores encrypted credentials, in place of those of the same device and target. */
export async function storeSealed(tx: Transaction<Database>, rows: readonly ReturnType<typeof sealedRow>[]): Promise<void> {
  for (const some of chunks(rows)) {
    await tx
      .insertInto('ssh_credential')
      .values(some)
      .onConflict((other) =>
        other
          .columns(['serial', 'target'])
          .doUpdateSet((row) => ({ sealed: row.ref('excluded.sealed'), saved_at: row.ref('excluded.saved_at') })),
      )
      .execute();
  }
}
