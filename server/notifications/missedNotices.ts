/** The results of sent notices, stored with the last notices (`push_sent`), and the sites about which a notice is due again. */

import { afterTry, pauseBeforeTry } from '#domain/notifications/missedNotice';
import type { Sending } from './noticeSender.ts';
import type { PushResult } from './pushService.ts';
import type { SentNotices } from './sentNotices.ts';

/** Maximum number of results that one look stores: after an outage with many browsers, other sites are looked at in between. */
const RESULTS_PER_LOOK = 100;

interface Retry {
  readonly tries: number;
  readonly dueAt: number;
}

interface MissedParts {
  readonly sent: SentNotices;
  /** Removes a browser that its push service no longer knows. */
  readonly forget: (id: string) => Promise<void>;
  readonly now: () => number;
}

/** Keeps which browsers missed the last notice. Their sites are tried again together, so that an outage costs one look per site and pause. */
export function createMissedNotices({ sent, forget, now }: MissedParts) {
  const results = new Map<string, { readonly sending: Sending; readonly result: PushResult }>();
  const retries = new Map<string, Retry>();
  const planRetry = (site: string, tries: number) => {
    const pauseMs = pauseBeforeTry(tries);
    if (pauseMs === null) retries.delete(site);
    else retries.set(site, { tries, dueAt: now() + pauseMs });
  };
  // What another server left behind is due after the first pause.
  for (const site of sent.missedSites()) planRetry(site, 0);

  const storeResult = async ({ receiver, site, notice, isRetry }: Sending, result: PushResult): Promise<void> => {
    if (result === 'gone') await forget(receiver.id);
    const isMissed = result === 'failed';
    const record = sent.of(receiver.username, site);
    const wasMissed = record?.missed.find((one) => one.receiver === receiver.id);
    if (record !== undefined && (isMissed ? wasMissed?.silent !== notice.silent : wasMissed !== undefined)) {
      const missed = afterTry(record.missed, { receiver: receiver.id, silent: notice.silent, isMissed });
      await sent.note(receiver.username, site, { ...record, missed });
    }
    if (isMissed && isRetry !== true) planRetry(site, 0);
  };
  return {
    onResult: (sending: Sending, result: PushResult) =>
      void results.set(JSON.stringify([sending.receiver.id, sending.site]), { sending, result }),
    /** Stores results of sent notices; returns whether some are left. Throws if the database fails; the next call stores them. */
    storeResults: async (): Promise<boolean> => {
      for (const [key, one] of [...results].slice(0, RESULTS_PER_LOOK)) {
        await storeResult(one.sending, one.result);
        // A newer result may have come while this one was stored.
        if (results.get(key) === one) results.delete(key);
      }
      return results.size > 0;
    },
    /** Returns the sites about which a notice is due again, and plans the next try. */
    takeDue: (): readonly string[] => {
      const missing = new Set(sent.missedSites());
      for (const site of retries.keys()) if (!missing.has(site)) retries.delete(site);
      const due = [...retries].filter(([, { dueAt }]) => now() >= dueAt);
      for (const [site, { tries }] of due) planRetry(site, tries + 1);
      return due.map(([site]) => site);
    },
  };
}
