/** The memory of switched-off robots, in a file. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from '#contract/schema';
import type { Values } from './configuration/demoValues.ts';
import { demoValue } from './configuration/demoFiles.ts';

/** The memory of simulated robots while they are switched off, like the disk of a real robot. */
export interface RobotMemory {
  readonly read: () => ReadonlyMap<string, Values>;
  readonly write: (configurations: ReadonlyMap<string, Values>) => void;
}

const kept = z.record(z.string(), z.record(z.string(), z.record(z.string(), demoValue)));

/** Opens a memory in a file; an unreadable file is treated as empty. */
export const openRobotMemory = (file: string): RobotMemory => ({
  read: () => {
    try {
      return new Map(Object.entries(kept.parse(JSON.parse(readFileSync(file, 'utf8')))));
    } catch {
      return new Map();
    }
  },
  write: (configurations) => {
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(configurations)), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  },
});
