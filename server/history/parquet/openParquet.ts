/** Opens a Parquet file of the history and reads row groups by byte ranges; a checksum verifies every byte that is used. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32, zstdDecompressSync } from 'node:zlib';
import { type ColumnChunk, type FileMetaData, parquetMetadata, parquetScan, type RowGroup } from 'hyparquet';
import { z } from '#contract/schema';
import { type Cell, ofThousandths } from './columns.ts';
import { CHECKSUMS_KEY, type ParquetSeal } from './writeParquet.ts';

/** A file that is read in parts; `to` is exclusive. */
export interface ParquetSource {
  readonly size: number;
  readonly read: (from: number, to: number) => Promise<Uint8Array>;
}

/** Thrown if a file differs from the file that was written. */
export class DamagedFile extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DamagedFile';
  }
}

/** The part of a file with the rows of one device. */
export interface ParquetGroup {
  readonly rows: number;
  /** Returns the minimum and the maximum of a searched column; null for a column without values. */
  readonly bounds: (column: string) => { readonly least: Cell; readonly most: Cell } | null;
  /** Reads the bytes of columns of the group; their cells are decoded on request. */
  readonly open: (columns: readonly string[]) => Promise<GroupColumns>;
}

/** Columns of a row group. */
export interface GroupColumns {
  /** Returns the cells of a column from row `from` to before row `to`; decodes the pages that hold them. */
  readonly cells: (column: string, from: number, to: number) => Promise<readonly Cell[]>;
}

/** An open file. */
export interface OpenParquet {
  readonly columns: readonly string[];
  readonly groups: readonly ParquetGroup[];
}

/** Maximum gap, in bytes, between chunks that are read together. */
const GAP_BYTES = 32 * 1024;
const compressors = { ZSTD: (bytes: Uint8Array) => new Uint8Array(zstdDecompressSync(bytes)) };
const checksumList = z.array(z.nullable(z.number()));

interface Chunk {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Checksum of the chunk; null if the chunk contains only nulls. */
  readonly crc: number | null;
}

const chunkOf = ({ file_offset, meta_data }: ColumnChunk, crc: number | null | undefined): Chunk => {
  const from = Number(file_offset);
  if (meta_data === undefined || crc === undefined) throw new DamagedFile('It has no checksums.');
  return { name: meta_data.path_in_schema.join('.'), from, to: from + Number(meta_data.total_compressed_size), crc };
};

/** Reads chunks in few reads, verifies their checksums, and returns their bytes by offset. Throws `DamagedFile` for other bytes. */
async function readChunks(source: ParquetSource, chunks: readonly Chunk[]): Promise<Map<number, Uint8Array>> {
  const spans: { from: number; to: number; readonly chunks: Chunk[] }[] = [];
  for (const chunk of chunks.toSorted((a, b) => a.from - b.from)) {
    const last = spans.at(-1);
    if (last === undefined || chunk.from - last.to > GAP_BYTES) spans.push({ from: chunk.from, to: chunk.to, chunks: [chunk] });
    else {
      last.to = chunk.to;
      last.chunks.push(chunk);
    }
  }
  const found = new Map<number, Uint8Array>();
  for (const span of spans) {
    const bytes = await source.read(span.from, span.to);
    for (const { name, from, to, crc } of span.chunks) {
      const part = bytes.slice(from - span.from, to - span.from);
      if (part.length !== to - from || crc32(part) !== crc) throw new DamagedFile(`Its column ${name} has other bytes at ${from}.`);
      found.set(from, part);
    }
  }
  return found;
}

/** Returns the schema without conversions: numbers and instants are read as they are stored, which is exact. */
const plainSchema = (schema: FileMetaData['schema']): FileMetaData['schema'] =>
  schema.map(({ name, type, num_children, repetition_type, converted_type }) => ({
    name,
    ...(type === undefined ? {} : { type }),
    ...(num_children === undefined ? {} : { num_children }),
    ...(repetition_type === undefined ? {} : { repetition_type }),
    ...(converted_type === 'UTF8' ? { converted_type } : {}),
  }));

const isCell = (value: unknown): value is Cell =>
  value === null || typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';

function cellOf(value: unknown, isThousandths: boolean): Cell {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return isThousandths ? ofThousandths(value) : value;
  if (isCell(value)) return value;
  if (value === undefined) return null;
  throw new DamagedFile('It has a value of another type.');
}

interface GroupParts {
  readonly source: ParquetSource;
  /** The end of the file, which starts with the offsets of the pages. */
  readonly footer: Uint8Array;
  readonly metadata: FileMetaData;
  readonly thousandths: ReadonlySet<string>;
}

function groupOf(
  { source, footer, metadata, thousandths }: GroupParts,
  group: RowGroup,
  checksums: readonly (number | null)[],
): ParquetGroup {
  const rows = Number(group.num_rows);
  const chunks = () => group.columns.map((column, index) => chunkOf(column, checksums[index]));
  return {
    rows,
    bounds: (column) => {
      const found = group.columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === column)?.meta_data?.statistics;
      if (found?.min_value === undefined || found.max_value === undefined) return null;
      const cell = (value: unknown) => (value instanceof Date ? value.getTime() : cellOf(value, false));
      return { least: cell(found.min_value), most: cell(found.max_value) };
    },
    open: async (columns) => {
      const wanted = chunks().filter(({ name }) => columns.includes(name));
      const filled = wanted.filter(({ crc }) => crc !== null);
      const empty = new Set(wanted.filter(({ crc }) => crc === null).map(({ name }) => name));
      const bytes = await readChunks(source, filled);
      bytes.set(source.size - footer.length, footer);
      const slice = (from: number, to = source.size) => {
        for (const [at, part] of bytes)
          if (from >= at && to <= at + part.length) return new Uint8Array(part.subarray(from - at, to - at)).buffer;
        throw new DamagedFile('Its index leads elsewhere.');
      };
      const scan = await parquetScan({
        file: { byteLength: source.size, slice },
        metadata: { ...metadata, num_rows: group.num_rows, row_groups: [group] },
        compressors,
        geoparquet: false,
      });
      return {
        cells: async (column, rowStart, rowEnd) => {
          if (empty.has(column)) return Array.from({ length: rowEnd - rowStart }, () => null);
          // Decoding a few thousand cells takes several ms, so other requests are served between turns.
          await nextTurn();
          const isThousandths = thousandths.has(column);
          const values = await scan.readColumn({ column, rowStart, rowEnd });
          const cells: Cell[] = [];
          for (let row = 0; row < values.length; row += 1) cells.push(cellOf(values[row], isThousandths));
          return cells;
        },
      };
    },
  };
}

function readFooter(footer: Uint8Array): FileMetaData {
  try {
    return parquetMetadata(footer, { geoparquet: false });
  } catch (error) {
    throw new DamagedFile('Its end cannot be read.', { cause: error });
  }
}

/** Opens a file that was written with this seal. Throws `DamagedFile` if its seal differs. */
export async function openParquet(source: ParquetSource, { bytes, footerBytes, footerCrc }: ParquetSeal): Promise<OpenParquet> {
  if (source.size !== bytes) throw new DamagedFile(`It has ${source.size} bytes instead of ${bytes}.`);
  const footer = await source.read(bytes - footerBytes, bytes);
  if (crc32(footer) !== footerCrc) throw new DamagedFile('Its end has other bytes.');
  const metadata = readFooter(footer);
  const stored = metadata.key_value_metadata?.find(({ key }) => key === CHECKSUMS_KEY)?.value ?? '[]';
  const checksums = checksumList.parse(JSON.parse(stored));
  const thousandths = new Set(metadata.schema.filter(({ converted_type }) => converted_type === 'DECIMAL').map(({ name }) => name));
  const parts = { source, footer, metadata: { ...metadata, schema: plainSchema(metadata.schema) }, thousandths };
  let first = 0;
  return {
    columns: metadata.schema.filter(({ type }) => type !== undefined).map(({ name }) => name),
    groups: metadata.row_groups.map((group) => {
      const from = first;
      first += group.columns.length;
      return groupOf(parts, group, checksums.slice(from, first));
    }),
  };
}
