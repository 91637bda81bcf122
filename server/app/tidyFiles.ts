import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { DAY_MS } from '#domain/text/timeUnits';
import { removeOldLogs } from '../devices/events/oldLogs.ts';
import type { Database } from '../platform/database/tables.ts';
import type { Audit } from '../platform/audit/audit.ts';
import { logOnce } from '../platform/failure/logOnce.ts';
import { removeOldParts } from '../platform/storage/fileParts.ts';
import type { FileStorage } from '../platform/storage/fileStorage.ts';

const EVERY_MS = 3_600_000;

/** The audit entry of the files that are removed here; no person is the caller. */
const LINE = { who: 'server', role: null, call: 'remove_old_logs', status: 200 } as const;

interface TidyingParts {
  readonly database: Kysely<Database>;
  readonly storage: Pick<FileStorage, 'remove'>;
  /** Days after which uploaded log files are removed; 0 keeps them. */
  readonly logDays: number;
  readonly audit: Audit;
  readonly now: () => number;
  readonly log: Logger;
  /** Calls a function periodically; returns the stop function. */
  readonly every: (ms: number, run: () => void) => () => void;
}

/** Removes expired files of devices every hour: incomplete uploads and old log files. Returns the stop function. */
export function startFileTidying({ database, storage, logDays, audit, now, log, every }: TidyingParts): () => Promise<void> {
  const outcome = logOnce(log, { lost: 'old files cannot be removed', back: 'old files are removed again' });
  const tidy = async () => {
    await removeOldParts(database, storage, now());
    if (logDays <= 0) return;
    const removed = await removeOldLogs(database, storage, new Date(now() - logDays * DAY_MS));
    if (removed > 0) await audit.append({ ...LINE, at: now(), params: { log_files: String(removed) }, requestId: randomUUID() });
  };
  let running: Promise<void> | null = null;
  const stop = every(EVERY_MS, () => {
    running ??= tidy()
      .then(outcome.worked, outcome.failed)
      .finally(() => {
        running = null;
      });
  });
  return async () => {
    stop();
    await running;
  };
}
