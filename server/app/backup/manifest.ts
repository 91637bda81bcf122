import { z } from '#contract/schema';

/** What a backup holds: the migrations of its tables, and the rows and checksum of each, in the order in which they can be restored. */
export const manifest = z.object({
  product: z.literal('orangery'),
  made_at: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifest>;

/** The file that says what a backup holds. It is written last: without it a backup is not whole. */
export const MANIFEST = 'manifest.json';

/** The file of a table. */
export const fileOf = (table: string): string => `${table}.copy.gz`;

/** Files of the data folder without which a restored database is of no use; they are secrets, and kept apart from it. */
export const KEY_FILES = ['credential-key', 'broker-secret'] as const;
