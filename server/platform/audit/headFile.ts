/** The file outside the database that stores the end of the audit record. */

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from '#contract/schema';
import type { OnceLogger } from '../failure/logOnce.ts';

const head = z.object({ id: z.number(), hash: z.string(), keyed_from: z.number() });
/** The end of the record at some time: its last line, and the first line whose hash needs the key. */
export type AuditHead = z.infer<typeof head>;

const WRITE_MS = 1_000;

/** A copy of the end of the record outside the database. */
export interface HeadFile {
  /** Records the end; it is written to the file within a second. */
  readonly note: (end: AuditHead) => void;
  readonly close: () => void;
}

/** Opens the file that stores the end of the record; it is replaced as a whole, with mode 0600. A failed write is reported and retried with the next line. */
export function openHeadFile(file: string, outcome: OnceLogger): HeadFile {
  let noted: AuditHead | null = null;
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    timer = undefined;
    if (noted === null) return;
    try {
      writeFileSync(`${file}.new`, `${JSON.stringify(noted)}\n`, { mode: 0o600 });
      renameSync(`${file}.new`, file);
      noted = null;
      outcome.worked();
    } catch (error) {
      outcome.failed(error);
    }
  };
  return {
    note: (end) => {
      noted = end;
      timer ??= setTimeout(write, WRITE_MS).unref();
    },
    close: () => {
      clearTimeout(timer);
      write();
    },
  };
}

/** Reads the file; null if it does not exist yet. Throws if its content is invalid. */
export const readHeadFile = (file: string): AuditHead | null =>
  existsSync(file) ? head.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
