import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Incident } from '#contract/incident';
import { hasVideo } from '#domain/incident';

/** What the demo's rendering gives: VP9 in MP4, which every browser of today plays without a licence. */
const MOSAIC = fileURLToPath(new URL('mosaic.mp4', import.meta.url));

/** The video of an incident whose mosaic was rendered; nothing where none was. */
export const videoOf = (results: Incident['post_processing_results']): Promise<Buffer> =>
  hasVideo({ post_processing_results: results }) ? readFile(MOSAIC) : Promise.resolve(Buffer.alloc(0));
