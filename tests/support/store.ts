import { Client } from 'pg';
import { partsOf } from './startProduct.ts';

/** Runs one query on the running product's database. */
export async function ask(dataDir: string, text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: partsOf(dataDir).databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
