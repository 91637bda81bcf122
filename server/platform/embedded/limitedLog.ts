import { closeSync, copyFileSync, existsSync, ftruncateSync, openSync, statSync } from 'node:fs';

/** The most that one file of a log holds before it is set aside, in bytes. */
const MAX_LOG_BYTES = 10_485_760;
/** How often a running log is looked at, in ms. */
const LOOK_MS = 60_000;

/**
 * Sets a log aside as `FILE.1`, replacing that of before, and empties it, once it is longer than `maxBytes`. Its writer goes on: it appends, so its next
 * line is the first of the emptied file. Lines that it writes between copy and emptying are lost.
 */
export function limitLog(file: string, maxBytes = MAX_LOG_BYTES): void {
  if (!existsSync(file) || statSync(file).size <= maxBytes) return;
  try {
    copyFileSync(file, `${file}.1`);
  } catch {
    // On a full disk it is emptied all the same: that makes room.
  }
  const handle = openSync(file, 'r+');
  try {
    ftruncateSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Keeps a log within about twice its limit while it is written; returns the function that ends this. Throws when it cannot be read at the start. */
export function keepLimited(file: string): () => void {
  limitLog(file);
  const timer = setInterval(() => {
    try {
      limitLog(file);
    } catch {
      // Tried again in a minute; the database goes on in any case.
    }
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
