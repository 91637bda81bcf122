import { Readable } from 'node:stream';
import { z } from '#contract/schema';
import type { Service } from '#domain/devices/ownershipPeriods';
import type { FileStorage } from '../../platform/storage/fileStorage.ts';
import { streamInThread } from '../../platform/threads/streamInThread.ts';
import { writeInThread } from '../parquet/writeInThread.ts';
import type { RollupRow } from '../rollups/rollupRow.ts';

const script = new URL('sealThread.ts', import.meta.url);

const sealedFile = z.object({
  bytes: z.number(),
  rows: z.number(),
  sha256: z.string(),
  footerBytes: z.number(),
  footerCrc: z.number(),
  /** The instants of the first and of the last report; 0 without reports. */
  firstAt: z.number(),
  lastAt: z.number(),
  serials: z.array(z.string()),
  /** The indexes of the blocks that could not be read. */
  damaged: z.array(z.number()),
});
/** A written file. */
export type SealedFile = z.infer<typeof sealedFile>;

/** The input of the thread. */
export interface SealParts {
  /** The folder of the spool, which does not exist yet. */
  readonly folder: string;
  readonly services: ReadonlyMap<string, readonly Service[]>;
  readonly signal: AbortSignal;
}

/** Rollups of one device, as the thread sends them. */
export interface RollupPart {
  readonly rollups: readonly RollupRow[];
}

const isRollupPart = (part: unknown): part is RollupPart => typeof part === 'object' && part !== null && 'rollups' in part;

/** Writes the reports of blocks to a file of the storage, and returns it with the rollups of its hours. Throws like `writeInThread`. */
export async function sealInThread(
  name: string,
  blocks: AsyncIterable<Buffer>,
  { storage, folder, services, signal }: SealParts & { readonly storage: Pick<FileStorage, 'save'> },
): Promise<SealedFile & RollupPart> {
  const rollups: RollupRow[] = [];
  const onPart = (part: unknown) => void (isRollupPart(part) && rollups.push(...part.rollups));
  const data = { folder, services: Object.fromEntries(services), span: null };
  return { ...sealedFile.parse(await writeInThread(Readable.from(blocks), { script, data, name, storage, onPart, signal })), rollups };
}

const WITHIN_MS = 3_600_000;
const MEMORY_MB = 1_024;
const texts = { late: 'The rollups of an hour took longer than an hour', failed: 'The thread of the rollups has failed' };

/** Returns the rollups of the reports of blocks that were received in a span. */
export async function rollUpInThread(
  blocks: AsyncIterable<Buffer>,
  span: { readonly from: number; readonly to: number },
  { folder, services, signal }: SealParts,
): Promise<readonly RollupRow[]> {
  const rollups: RollupRow[] = [];
  const receive = async (part: unknown) => void (isRollupPart(part) && rollups.push(...part.rollups));
  const data = { folder, services: Object.fromEntries(services), span };
  await streamInThread(Readable.from(blocks), { script, data, memoryMb: MEMORY_MB, withinMs: WITHIN_MS, texts, receive, signal });
  return rollups;
}
