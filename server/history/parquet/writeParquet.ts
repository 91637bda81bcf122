/** Writes a Parquet file piece by piece: zstd, pages of a few thousand rows, a checksum per column chunk, and a seal that verifies the file. */

import { createHash } from 'node:crypto';
import { constants, crc32, zstdCompressSync } from 'node:zlib';
import type { KeyValue } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type Cell, type Column, encodingOf, schemaOf } from './columns.ts';

/**
 * The key under which a file holds the checksums of its column chunks, in their order, as JSON; null for a chunk that contains only nulls, which is never read.
 */
export const CHECKSUMS_KEY = 'orangery.crc32';

const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 9 } };
const compressors = { ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes, LEVEL) };
/** Uncompressed size of a page, in bytes: a few thousand reports, i.e. an hour or two of a device, because a page is decoded as a whole. */
const PAGE_BYTES = 32 * 1024;

/** The size, row count and checksums by which a finished file is verified. */
export interface ParquetSeal {
  readonly bytes: number;
  readonly rows: number;
  /** Checksum of the whole file, in hexadecimal. */
  readonly sha256: string;
  /** Length and checksum of the end of the file, which contains the checksums of the column chunks. */
  readonly footerBytes: number;
  readonly footerCrc: number;
}

/** A file that is written piece by piece; each call returns the next bytes of the file. */
export interface ParquetFile {
  /** Writes a row group: the cells of each column, in the order of the columns. */
  readonly group: (cells: readonly (readonly Cell[])[]) => Uint8Array<ArrayBuffer>;
  readonly end: () => { readonly bytes: Uint8Array<ArrayBuffer>; readonly seal: ParquetSeal };
}

/** Returns the cells of a column in the form of the library. */
function writtenColumn({ name, type, isSearched = false }: Column, cells: readonly Cell[]) {
  const encoding = encodingOf(type, cells);
  return {
    name,
    // The writer takes large integers in their stored form: instants in ms, and decimal numbers without the point.
    data: type === 'instant' || type === 'thousandths' ? cells.map((cell) => (typeof cell === 'number' ? BigInt(cell) : null)) : [...cells],
    statistics: isSearched,
    ...(encoding === undefined ? {} : { encoding }),
  };
}

/** Creates a Parquet file with these columns: zstd, a checksum per column chunk, an index of the searched columns only. */
export function createParquet(columns: readonly Column[]): ParquetFile {
  const [writer, sha256, checksums, kvMetadata] = [
    new ByteWriter(),
    createHash('sha256'),
    new Array<number | null>(),
    new Array<KeyValue>(),
  ];
  const parquet = new ParquetWriter({
    writer,
    schema: schemaOf(columns),
    codec: 'ZSTD',
    compressors,
    kvMetadata,
    createdBy: 'Orangery',
    statisticsTruncateLength: Infinity,
  });
  let rows = 0;
  /** Returns the written bytes and removes them from the writer, which otherwise would hold the whole file. */
  const taken = () => {
    const bytes = new Uint8Array(writer.getBytes());
    writer.index = 0;
    sha256.update(bytes);
    return bytes;
  };
  const group: ParquetFile['group'] = (cells) => {
    const from = writer.offset - writer.index;
    const groups = parquet.row_groups.length;
    const columnData = columns.map((column, index) => writtenColumn(column, cells[index] ?? []));
    const count = cells[0]?.length ?? 0;
    // The writer writes to memory, so its result is no promise.
    void parquet.write({ columnData, rowGroupSize: count, pageSize: PAGE_BYTES });
    rows += count;
    const bytes = taken();
    for (const { columns: chunks } of parquet.row_groups.slice(groups))
      for (const [index, { file_offset, meta_data }] of chunks.entries()) {
        const at = Number(file_offset) - from;
        const isEmpty = cells[index]?.every((cell) => cell === null) ?? true;
        checksums.push(isEmpty ? null : crc32(bytes.subarray(at, at + Number(meta_data?.total_compressed_size ?? 0))));
      }
    return bytes;
  };
  return {
    group,
    end: () => {
      kvMetadata.push({ key: CHECKSUMS_KEY, value: JSON.stringify(checksums) });
      void parquet.finish();
      const bytes = taken();
      const seal = { bytes: writer.offset, rows, sha256: sha256.digest('hex'), footerBytes: bytes.length, footerCrc: crc32(bytes) };
      return { bytes, seal };
    },
  };
}
