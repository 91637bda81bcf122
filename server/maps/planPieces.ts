import type { Buffer } from 'node:buffer';
import { type Kysely, sql } from 'kysely';
import { otherParts } from '#domain/places/mapVersion';
import type { Database } from '../platform/database/tables.ts';
import { layerNames, type PlanSource, type PlanSources } from './planSources.ts';

/** Length of a piece in bytes, which is sent in well under a millisecond. */
const PIECE_BYTES = 131_072;
const EMPTY = '{"type":"FeatureCollection","features":[]}';

/**
 * Stores the layers of a source as pieces of their JSON, which are sent unchanged. The database creates them: a large plan is neither parsed nor
 * formatted by the server, whose only thread also sends stops.
 */
export async function storePieces(database: Kysely<Database>, { key, stored }: PlanSource): Promise<void> {
  await sql`
    with layer as materialized (select name, convert_to(value::text, 'UTF8') as bytes from (${stored}) as found)
    insert into plan_piece (source, layer, part, bytes)
    select ${key}, name, part, substring(bytes from part * ${PIECE_BYTES}::int + 1 for ${PIECE_BYTES}::int)
    from layer, generate_series(0, (length(bytes) - 1) / ${PIECE_BYTES}::int) part
    on conflict do nothing`.execute(database);
}

/** Stores the pieces of a source that has none: a source of the demo, or one that an earlier version of the server stored. */
async function requirePieces(database: Kysely<Database>, source: PlanSource): Promise<void> {
  const any = await database.selectFrom('plan_piece').select('part').where('source', '=', source.key).limit(1).executeTakeFirst();
  if (any === undefined) await storePieces(database, source);
}

async function* layerPieces(database: Kysely<Database>, { key }: PlanSource, layer: string): AsyncGenerator<Buffer | string> {
  for (let part = 0; ; part += 1) {
    const row = await database
      .selectFrom('plan_piece')
      .select('bytes')
      .where('source', '=', key)
      .where('layer', '=', layer)
      .where('part', '=', part)
      .executeTakeFirst();
    if (row === undefined && part === 0) yield EMPTY;
    if (row === undefined) return;
    yield row.bytes;
  }
}

/** Returns the other parts that a source contains, in the order of a version. */
async function partsIn(database: Kysely<Database>, { key }: PlanSource): Promise<readonly string[]> {
  const rows = await database.selectFrom('plan_piece').select('layer').where('source', '=', key).where('part', '=', 0).execute();
  return otherParts.filter((name) => rows.some(({ layer }) => layer === name));
}

/** The requested content of a plan. */
interface Sent {
  /** The version file whose other parts are included. */
  readonly partsOf?: PlanSource;
}

/** Reads the JSON text of a plan in pieces created by the database, one by one, as fast as they are sent. */
export async function planPieces(
  database: Kysely<Database>,
  sources: PlanSources,
  { partsOf }: Sent = {},
): Promise<AsyncGenerator<Buffer | string>> {
  const distinct = new Map(Object.values(sources).map((source) => [source.key, source]));
  for (const source of distinct.values()) await requirePieces(database, source);
  const parts = partsOf === undefined ? [] : (await partsIn(database, partsOf)).map((name) => ({ name, source: partsOf }));
  return (async function* pieces() {
    for (const [index, name] of layerNames.entries()) {
      yield `${index === 0 ? '{"layers":{' : ','}"${name}":`;
      yield* layerPieces(database, sources[name], name);
    }
    for (const [index, { name, source }] of parts.entries()) {
      yield `${index === 0 ? '},"parts":{' : ','}"${name}":`;
      yield* layerPieces(database, source, name);
    }
    yield '}}';
  })();
}
