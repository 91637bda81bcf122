import { Readable } from 'node:stream';
import { sql, type Kysely } from 'kysely';
import { z } from '#contract/schema';
import { planPieces } from '../../maps/planPieces.ts';
import { planIn } from '../../maps/mapGeojson.ts';
import type { PlanSources } from '../../maps/planSources.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { StoredFile } from '../../platform/storage/fileStorage.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Yields a range of bytes, both ends included, from pieces that are read one by one. */
async function* cut(pieces: AsyncIterable<Buffer | string>, { from, to }: Range): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    const part = bytes.subarray(Math.max(0, from - at), Math.max(0, to + 1 - at));
    if (part.length > 0) yield part;
    at += bytes.length;
    if (at > to) return;
  }
}

const sumShape = z.object({ bytes: z.coerce.number(), digest: z.string() });

/** Returns the size and digest of a plan as it is sent, from its stored pieces. The size includes the separators between them. */
async function sumOf(database: Kysely<Database>, sources: PlanSources): Promise<z.infer<typeof sumShape>> {
  // Makes sure that the pieces are stored: the query below only reads stored ones. The text itself is not needed.
  await (await planPieces(database, sources)).return(undefined);
  const layers = Object.entries(sources);
  const { rows } = await sql`
    select coalesce(sum(coalesce(found.bytes, ${EMPTY_BYTES}::int)), 0) as bytes,
      encode(sha256(convert_to(string_agg(coalesce(found.digest, ''), ',' order by wanted.layer), 'UTF8')), 'hex') as digest
    from unnest(${layers.map(([layer]) => layer)}::text[], ${layers.map(([, { key }]) => key)}::text[]) wanted (layer, source)
    left join lateral (select sum(length(bytes)) as bytes, string_agg(encode(sha256(bytes), 'hex'), '' order by part) as digest
      from plan_piece where plan_piece.source = wanted.source and plan_piece.layer = wanted.layer having count(*) > 0) found on true`.execute(
    database,
  );
  const { bytes, digest } = sumShape.parse(rows[0]);
  return { bytes: bytes + layers.reduce((sum, [layer]) => sum + layer.length + 4, '{"layers":{}}'.length - 1), digest };
}
const EMPTY_BYTES = '{"type":"FeatureCollection","features":[]}'.length;

/** Returns a version of a map as one file with ranges, made of its stored pieces; null if it is unknown. `version` is dotted. */
export async function mapFile(database: Kysely<Database>, id: string, version: string): Promise<StoredFile | null> {
  const sources = await planIn({ database }, 'all', { id, version });
  if (sources === null) return null;
  const { bytes: size, digest } = await sumOf(database, sources);
  return {
    size,
    etag: `"${digest.slice(0, 40)}"`,
    read: async (range = { from: 0, to: size - 1 }) => Readable.from(cut(await planPieces(database, sources), range)),
  };
}
