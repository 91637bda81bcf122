/** The last notice per person and site (`push_sent`), so that a restart sends nothing twice and ends open notices. */

import type { Kysely, Transaction } from 'kysely';
import { z } from '#contract/schema';
import { isSpent, type SentNotice } from '#domain/notifications/nextNotice';
import { mergedMisses } from '#domain/notifications/missedNotice';
import type { Database } from '../platform/database/tables.ts';
import type { Fence } from '../platform/instances/leases.ts';

/** The last notice per person and site, stored so that a restart sends nothing twice and ends open notices. */
export interface SentNotices {
  readonly of: (username: string, site: string) => SentNotice | undefined;
  /** The last notices about other sites that a person was sent. */
  readonly elsewhere: (username: string, site: string) => readonly SentNotice[];
  /** Returns the people with an open notice about a site. */
  readonly peopleOf: (site: string) => readonly string[];
  readonly sites: () => readonly string[];
  /** Returns the people with a browser that did not receive the notice about the open trouble at a site. */
  readonly peopleMissing: (site: string) => readonly string[];
  /** Returns the sites with people whose browsers missed a notice. */
  readonly missedSites: () => readonly string[];
  /** Records a notice. If it cannot be stored, or another server sends the notices now, this throws and the previous notice remains. */
  readonly note: (username: string, site: string, sent: SentNotice) => Promise<void>;
  /** Removes the records of troubles that have been over for some time. */
  readonly forgetSpent: (now: number) => Promise<void>;
}

const troubleShape = z.object({ serial: z.string(), kind: z.nullable(z.enum(['error', 'lost'])) });
/** The content of the column `notice`; `rangAt` is in ms since epoch. */
const noticeShape = z.object({
  troubles: z.array(troubleShape),
  ended: z.array(z.extend(troubleShape, { endedAt: z.number() })),
  missed: z.array(z.object({ receiver: z.string(), silent: z.boolean() })),
  rangAt: z.number(),
});
type StoredNotice = z.infer<typeof noticeShape>;
/** The content of the column `serials`. */
const serialsShape = z.array(z.string());

interface SentRow {
  readonly serials: string;
  readonly rang_at: Date;
  readonly notice: string | null;
}

/** Returns the row of a notice. Version 0.5 reads the serials and the time of the sound alone. */
function rowOf({ troubles, ended, missed, underway, rangAt }: SentNotice): SentRow {
  const stored: StoredNotice = { troubles: [...troubles], ended: [...ended], missed: [...mergedMisses([...missed, ...underway])], rangAt };
  return { serials: JSON.stringify(troubles.map(({ serial }) => serial)), rang_at: new Date(rangAt), notice: JSON.stringify(stored) };
}

/** Returns the notice of a row. Where version 0.5 sent another one since, the devices alone are known. Source: PUSH16. */
function noticeIn({ serials, rang_at, notice }: SentRow): SentNotice {
  const stored = notice === null ? undefined : noticeShape.safeParse(JSON.parse(notice)).data;
  const sent = stored && { ...stored, underway: [] };
  if (sent !== undefined && rowOf(sent).serials === serials && rowOf(sent).rang_at.getTime() === rang_at.getTime()) return sent;
  const troubles = (serialsShape.safeParse(JSON.parse(serials)).data ?? []).map((serial) => ({ serial, kind: null }));
  return { troubles, ended: [], missed: [], underway: [], rangAt: rang_at.getTime() };
}

/** Loads the last notices. A server whose lease was taken by another one changes none of them. */
export async function openSentNotices(database: Kysely<Database>, fence: Fence): Promise<SentNotices> {
  const bySite = new Map<string, Map<string, SentNotice>>();
  const remember = (username: string, site: string, sent: SentNotice) => {
    const people = bySite.get(site) ?? new Map<string, SentNotice>();
    people.set(username, sent);
    bySite.set(site, people);
  };
  const fenced = (change: (tx: Transaction<Database>) => Promise<unknown>) =>
    database.transaction().execute(async (tx) => {
      await fence(tx);
      await change(tx);
    });
  const forget = async (username: string, site: string) => {
    await fenced((tx) => tx.deleteFrom('push_sent').where('username', '=', username).where('site', '=', site).execute());
    bySite.get(site)?.delete(username);
    if (bySite.get(site)?.size === 0) bySite.delete(site);
  };
  for (const { username, site, ...row } of await database.selectFrom('push_sent').selectAll().execute()) {
    remember(username, site, noticeIn(row));
  }
  const all = () => [...bySite].flatMap(([site, people]) => [...people].map(([username, sent]) => ({ site, username, sent })));
  const isOpen = (sent: SentNotice) => sent.troubles.length > 0;
  const isMissed = (sent: SentNotice) => isOpen(sent) && sent.missed.length > 0;
  const peopleWith = (site: string, holds: (sent: SentNotice) => boolean) =>
    [...(bySite.get(site) ?? [])].flatMap(([username, sent]) => (holds(sent) ? [username] : []));
  const sitesWith = (holds: (sent: SentNotice) => boolean) => [...bySite.keys()].filter((site) => peopleWith(site, holds).length > 0);
  return {
    of: (username, site) => bySite.get(site)?.get(username),
    elsewhere: (username, site) => [...bySite].flatMap(([other, people]) => (other === site ? [] : (people.get(username) ?? []))),
    peopleOf: (site) => peopleWith(site, isOpen),
    sites: () => sitesWith(isOpen),
    peopleMissing: (site) => peopleWith(site, isMissed),
    missedSites: () => sitesWith(isMissed),
    note: async (username, site, sent) => {
      const row = rowOf(sent);
      await fenced((tx) =>
        tx
          .insertInto('push_sent')
          .values({ username, site, ...row })
          .onConflict((clash) => clash.columns(['username', 'site']).doUpdateSet(row))
          .execute(),
      );
      // The notice is remembered after the statement: a notice that cannot be stored is not sent, and must be due again.
      remember(username, site, sent);
    },
    forgetSpent: async (now) => {
      for (const { username, site, sent } of all()) if (isSpent(sent, now)) await forget(username, site);
    },
  };
}
