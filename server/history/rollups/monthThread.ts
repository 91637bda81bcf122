/** The thread that writes a file of rollups: receives rows as JSON, one device after another, and returns a Parquet file. */

import { z } from '#contract/schema';
import { workOnStream } from '../../platform/threads/workOnStream.ts';
import { createParquet } from '../parquet/writeParquet.ts';
import { rollupCells, rollupColumns } from './rollupRow.ts';

const rows = z.array(z.record(z.string(), z.unknown()));

workOnStream(async (_data, source, emit) => {
  const file = createParquet(rollupColumns);
  const decoder = new TextDecoder();
  for await (const bytes of source) await emit(file.group(rollupCells(rows.parse(JSON.parse(decoder.decode(bytes))))));
  const { bytes, seal } = file.end();
  await emit(bytes);
  return seal;
});
