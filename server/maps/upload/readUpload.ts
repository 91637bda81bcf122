import { z } from '#contract/schema';
import { runInThread } from '../../platform/threads/runInThread.ts';

/** Time limit for reading an upload, in ms, and memory limit of the thread; a thread that exceeds either is ended. */
const READ_MS = 20_000;
const MEMORY_MB = 1_024;

/**
 * The message of the thread about an upload. `layers` is the checked JSON text of the layers and other parts, which the database stores unchanged.
 */
const readOutcome = z.object({
  version: z.string(),
  name: z.optional(z.string()),
  greenhouse_type: z.optional(z.string()),
  layers: z.instanceof(Uint8Array<ArrayBuffer>),
});
/** An uploaded map whose layers were checked. `version` has nine parts. */
export type CheckedUpload = z.infer<typeof readOutcome>;

/** Reads an uploaded archive in a worker thread, so that a large one does not delay other requests. Throws `invalid` with the problem. */
export async function readUpload(
  path: string,
  withinMs = READ_MS,
  script = new URL('readUploadThread.ts', import.meta.url),
): Promise<CheckedUpload> {
  const texts = { late: 'the zip takes too long to read', failed: 'the zip cannot be read' };
  return readOutcome.parse(await runInThread({ script, data: path, withinMs, memoryMb: MEMORY_MB, texts }));
}
