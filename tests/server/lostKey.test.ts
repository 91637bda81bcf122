import { createSecretKey, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { loadPushKeys } from '#server/notifications/pushKeys';
import { openDatabase } from '#server/platform/database/openDatabase';
import { workerDatabases } from '../support/testDatabase.ts';

const databases = workerDatabases();

it('[PUSH11] the documented statements for a lost key make notifications work again with another one', async () => {
  const database = openDatabase(await databases.migrated());
  const [lost, next] = [createSecretKey(randomBytes(32)), createSecretKey(randomBytes(32))];
  const { publicKey } = await loadPushKeys(database, lost);
  await expect(loadPushKeys(database, next)).rejects.toThrow('another CREDENTIAL_KEY');
  const text = readFileSync(fileURLToPath(new URL('../../docs/configuration.md', import.meta.url)), 'utf8');
  const [, statements = ''] = /```sql\n(delete from identity_keys[\s\S]*?)```/.exec(text) ?? [];
  for (const statement of statements.split(';\n').filter(Boolean)) await sql.raw(statement).execute(database);
  expect((await loadPushKeys(database, next)).publicKey).not.toBe(publicKey);
  await database.destroy();
});
