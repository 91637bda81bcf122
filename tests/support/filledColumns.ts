import { z } from '#contract/schema';
import { ask } from './store.ts';

/** The columns of the tables; a table of partitions stands for them. */
const COLUMNS = `
  select relname as "table", attname as "column"
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped
  order by relname, attname`;
const columns = z.array(z.object({ table: z.string(), column: z.string() }));
const found = z.array(z.object({ of: z.string() }));

/** Whether any row holds more than an empty value. */
const isFilled = ({ table, column }: z.infer<typeof columns>[number]) =>
  `select '${table}.${column}' as "of" where exists (select from "${table}" where "${column}"::text not in ('', '{}', '[]', 'null', 'false', '0'))`;

/** Returns the columns of a running product's database that hold something, as `table.column`. */
export async function filledColumns(dataDir: string): Promise<ReadonlySet<string>> {
  const all = columns.parse(await ask(dataDir, COLUMNS));
  const rows = found.parse(await ask(dataDir, all.map(isFilled).join(' union all ')));
  return new Set(rows.map(({ of }) => of));
}
