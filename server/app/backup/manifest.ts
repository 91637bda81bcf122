/** The manifest of a backup: the applied migrations, the row count and checksum of each table, and the names of its files and keys. */

import { z } from '#contract/schema';

/** The content of a backup: the applied migrations, and the row count and checksum of each table, in the order of their restoration. */
export const manifest = z.object({
  product: z.literal('orangery'),
  made_at: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifest>;

/** The file that lists the content of a backup. It is written last: without it a backup is incomplete. */
export const MANIFEST = 'manifest.json';

/** Returns the name of a table's file. */
export const fileOf = (table: string): string => `${table}.copy.gz`;

/** The files of the data folder without which a restored database is useless. They are secrets and must be stored apart from the backup. */
export const KEY_FILES = ['credential-key', 'broker-secret'] as const;
