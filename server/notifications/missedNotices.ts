/** Stores the results of sent notices with the last notices (`push_sent`), and returns the sites about which a notice is due again. */

import { afterTry, pauseBeforeTry } from '#domain/notifications/missedNotice';
import type { SentNotice } from '#domain/notifications/nextNotice';
import type { Sending } from './noticeSender.ts';
import type { PushResult } from './pushService.ts';
import type { SentNotices } from './sentNotices.ts';

/** Maximum number of results that one call stores: after an outage with many browsers, other sites are handled in between. */
const RESULTS_PER_LOOK = 100;

interface Retry {
  readonly tries: number;
  readonly dueAt: number;
}

interface Settled {
  readonly sending: Sending;
  readonly result: PushResult;
}

const isSame = (one: SentNotice, other: SentNotice | undefined): boolean => JSON.stringify(one) === JSON.stringify(other);

interface MissedParts {
  readonly sent: SentNotices;
  /** Removes a browser that its push service no longer knows. */
  readonly forget: (id: string) => Promise<void>;
  readonly isSending: (sending: Sending) => boolean;
  readonly now: () => number;
}

/** Returns the record of a notice after results: which browsers missed it, and to which it is still being sent. */
function afterResults(record: SentNotice, settled: readonly Settled[], isSending: MissedParts['isSending']): SentNotice {
  const missed = settled.reduce(
    (before, { sending: { receiver, notice }, result }) =>
      afterTry(before, { receiver: receiver.id, silent: notice.silent, isMissed: result === 'failed' }),
    record.missed,
  );
  // A newer notice may be under way to the same browser.
  const idle = new Set(settled.flatMap(({ sending }) => (isSending(sending) ? [] : [sending.receiver.id])));
  return { ...record, missed, underway: record.underway.filter(({ receiver }) => !idle.has(receiver)) };
}

/**
 * Creates the record of the browsers that missed the last notice. The browsers of a site are tried again together, so an outage costs one attempt per site and
 * pause.
 */
export function createMissedNotices({ sent, forget, isSending, now }: MissedParts) {
  const results = new Map<string, Settled>();
  const retries = new Map<string, Retry>();
  const planRetry = (site: string, tries: number) => {
    const pauseMs = pauseBeforeTry(tries);
    if (pauseMs === null) retries.delete(site);
    else retries.set(site, { tries, dueAt: now() + pauseMs });
  };
  // Notices that another server failed to deliver are due after the first pause.
  for (const site of sent.missedSites()) planRetry(site, 0);

  /** Stores the results of the notices of a person about a site. */
  const storeOf = async (settled: readonly Settled[]): Promise<void> => {
    const [first] = settled;
    if (first === undefined) return;
    const {
      site,
      receiver: { username },
    } = first.sending;
    for (const { sending, result } of settled) if (result === 'gone') await forget(sending.receiver.id);
    const record = sent.of(username, site);
    const after = record && afterResults(record, settled, isSending);
    if (after && !isSame(after, record)) await sent.note(username, site, after);
    if (settled.some(({ sending, result }) => result === 'failed' && sending.isRetry !== true)) planRetry(site, 0);
  };
  return {
    onResult: (sending: Sending, result: PushResult) =>
      void results.set(JSON.stringify([sending.receiver.id, sending.site]), { sending, result }),
    /** Stores results of sent notices; returns whether some are left. Throws if the database fails; the next call then stores them. */
    storeResults: async (): Promise<boolean> => {
      const ofPeople = new Map<string, [key: string, one: Settled][]>();
      for (const [key, one] of [...results].slice(0, RESULTS_PER_LOOK)) {
        const person = JSON.stringify([one.sending.receiver.username, one.sending.site]);
        ofPeople.set(person, [...(ofPeople.get(person) ?? []), [key, one]]);
      }
      for (const ofPerson of ofPeople.values()) {
        await storeOf(ofPerson.map(([, one]) => one));
        // A newer result may have come while these were stored.
        for (const [key, one] of ofPerson) if (results.get(key) === one) results.delete(key);
      }
      return results.size > 0;
    },
    /** Returns the sites about which a notice is due again, and plans the attempts after this one. */
    takeDue: (): readonly string[] => {
      const missing = new Set(sent.missedSites());
      for (const site of retries.keys()) if (!missing.has(site)) retries.delete(site);
      const due = [...retries].filter(([, { dueAt }]) => now() >= dueAt);
      for (const [site, { tries }] of due) planRetry(site, tries + 1);
      return due.map(([site]) => site);
    },
  };
}
