/** Files of stops that were answered while the database was unavailable; they are stored from these files later, even after the server was killed. */

import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { z } from '#contract/schema';

/** Schema of a stop that was answered but is not stored yet. `at` in ms since epoch; `end` as the device reported it, null before its report. */
export const spooledStop = z.object({
  id: z.string(),
  serial: z.string(),
  at: z.number(),
  by: z.object({ username: z.string(), name: z.string() }),
  end: z.nullable(z.object({ status: z.enum(['done', 'failed']), text: z.nullable(z.string()), at: z.number() })),
});
/** A stop that is answered and not stored yet. */
export type SpooledStop = z.infer<typeof spooledStop>;

/** Files of stops that are answered while the database is unavailable; a server that was killed finds them at its next start. */
export interface StopSpool {
  /** Resolves when the stop is on disk or cannot be written; a stop is answered in either case. */
  readonly store: (stop: SpooledStop) => Promise<void>;
  readonly forget: (stop: Pick<SpooledStop, 'id' | 'serial' | 'by'>) => Promise<void>;
  /** The stops that an earlier process left, oldest first. */
  readonly readLeftovers: () => Promise<readonly SpooledStop[]>;
}

const SUFFIX = '.json';

function parse(text: string): SpooledStop | null {
  try {
    return spooledStop.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Opens the folder of these files; the first file creates the folder. */
export function openStopSpool(folder: string, log: Pick<Logger, 'error'>): StopSpool {
  const fileOf = ({ id, serial, by }: Pick<SpooledStop, 'id' | 'serial' | 'by'>) =>
    path.join(
      folder,
      createHash('sha256')
        .update(JSON.stringify([by.username, serial, id]))
        .digest('hex') + SUFFIX,
    );
  // A partial file never has the final name, so every file that is read is complete.
  const write = async (stop: SpooledStop) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const half = `${fileOf(stop)}.new`;
    const file = await open(half, 'w', 0o600);
    try {
      await file.writeFile(JSON.stringify(stop));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(half, fileOf(stop));
    const directory = await open(folder, 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  };
  return {
    store: (stop) => write(stop).catch((error: unknown) => log.error({ err: error }, 'a stop cannot be written to its file')),
    forget: (stop) => rm(fileOf(stop), { force: true }).catch(() => undefined),
    readLeftovers: async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(SUFFIX));
      const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8').catch(() => '')));
      return texts.flatMap((text) => parse(text) ?? []).toSorted((a, b) => a.at - b.at);
    },
  };
}
