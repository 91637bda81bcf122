import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { RENDERED, type PostProcessingResult } from '#contract/incident';

/** What the demo's rendering gives: VP9 in MP4, which every browser of today plays without a licence. */
const MOSAIC = fileURLToPath(new URL('mosaic.mp4', import.meta.url));

/** The video of a rendered mosaic; nothing where none was rendered. */
export const videoOf = (mosaic: PostProcessingResult | null | undefined): Promise<Buffer> =>
  mosaic?.success === true && mosaic.message === RENDERED ? readFile(MOSAIC) : Promise.resolve(Buffer.alloc(0));
