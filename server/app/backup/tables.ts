/** The tables of the database in the order of their references, and the migrations that were run. */

import type { Client } from 'pg';

interface Reference {
  readonly from: string;
  readonly to: string;
}

/** Orders tables so that each follows the tables that it references. */
export function inOrder(names: readonly string[], references: readonly Reference[]): readonly string[] {
  const ordered = new Set<string>();
  const visit = (name: string, above: readonly string[]): void => {
    if (ordered.has(name) || above.includes(name)) return;
    for (const { from, to } of references) if (from === name && to !== name) visit(to, [...above, name]);
    ordered.add(name);
  };
  for (const name of names) visit(name, []);
  return [...ordered];
}

/** Returns the tables of the database, except the migrator's, in the order in which they can be filled. */
export async function tablesOf(client: Client): Promise<readonly string[]> {
  const tables = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely_%' order by 1`,
  );
  const references = await client.query<Reference>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`,
  );
  return inOrder(
    tables.rows.map(({ name }) => name),
    references.rows,
  );
}

/** Returns the names of the migrations that were run. */
export async function migrationsOf(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}
