/** Limits the size of PostgreSQL's log by rotating it to `FILE.1`. */

import { closeSync, copyFileSync, existsSync, ftruncateSync, openSync, statSync } from 'node:fs';

/** Maximum size of one file of a log before it is rotated, in bytes. */
const MAX_LOG_BYTES = 10_485_760;
/** Interval at which a running log is checked, in ms. */
const LOOK_MS = 60_000;

/**
 * Rotates a log to `FILE.1`, replacing the previous one, and empties it, once it is longer than `maxBytes`. Its writer continues: it appends, so its
 * next line is the first of the emptied file. Lines that it writes between the copying and the emptying are lost.
 */
export function limitLog(file: string, maxBytes = MAX_LOG_BYTES): void {
  if (!existsSync(file) || statSync(file).size <= maxBytes) return;
  try {
    copyFileSync(file, `${file}.1`);
  } catch {
    // On a full disk the file is emptied without a copy, which makes room.
  }
  const handle = openSync(file, 'r+');
  try {
    ftruncateSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Keeps a log within about twice its limit while it is written; returns the stop function. Throws when it cannot be read at the start. */
export function limitLogPeriodically(file: string): () => void {
  limitLog(file);
  const timer = setInterval(() => {
    try {
      limitLog(file);
    } catch {
      // The rotation is retried in a minute; the database runs in either case.
    }
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
