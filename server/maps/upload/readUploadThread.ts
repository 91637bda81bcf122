/** The worker thread that reads an uploaded zip archive and returns the validated map. */

import { z } from '#contract/schema';
import { answerInThread } from '../../platform/threads/answerInThread.ts';
import { readArchive } from './readArchive.ts';
import { readMap } from './readMap.ts';

await answerInThread(async (path) => {
  const { layers, parts, ...map } = readMap(await readArchive(z.string().parse(path)));
  const bytes = new TextEncoder().encode(JSON.stringify({ ...layers, ...parts }));
  return { value: { ...map, layers: bytes }, moved: [bytes.buffer] };
});
