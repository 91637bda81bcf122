/** A process that seals a day and stops at a step, to be killed there: the address of the database, a folder, the end of the day, the step. */

import path from 'node:path';
import { openDatabase } from '#server/platform/database/openDatabase';
import { folderStorage } from '#server/platform/storage/folderStorage';
import { sealDays } from '#server/history/sealed/sealDays';

const [url = '', folder = '', end = '', step = ''] = process.argv.slice(2);
const storage = folderStorage(path.join(folder, 'files'), { warn: () => undefined });
let fences = 0;

/** Says that a step is reached; waits for ever if it is the one. */
async function reach(name: string): Promise<void> {
  if (name !== step) return;
  process.stdout.write(`${name}\n`);
  await new Promise<void>(() => setInterval(() => undefined, 1_000));
}

await sealDays(
  {
    database: openDatabase(url),
    storage: {
      ...storage,
      save: async (name, body) => {
        await reach('before the file');
        await storage.save(name, body);
        await reach('after the file');
      },
    },
    fence: async () => {
      fences += 1;
      // Blocks are cut, the file is noted, blocks are deleted.
      await reach(`fence ${fences}`);
    },
    dataDir: folder,
    now: () => Number(end),
    signal: new AbortController().signal,
    onDamaged: () => undefined,
  },
  Number(end),
);
await reach('at the end');
