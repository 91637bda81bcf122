/** The last notice per person and site (`push_sent`), so that a restart sends nothing twice and ends open notices. */

import type { Kysely } from 'kysely';
import { z } from '#contract/schema';
import type { NotifiedTrouble, SentNotice } from '#domain/notifications/nextNotice';
import type { Database } from '../platform/database/tables.ts';

/** The last notice per person and site, stored so that a restart sends nothing twice and ends open notices. */
export interface SentNotices {
  readonly of: (username: string, site: string) => SentNotice | undefined;
  /** The people with an open notice about a site. */
  readonly peopleOf: (site: string) => readonly string[];
  readonly sites: () => readonly string[];
  /** Records a notice; if it names no devices, the trouble at the site is over. If it cannot be stored, this throws and the previous notice remains. */
  readonly note: (username: string, site: string, sent: SentNotice) => Promise<void>;
}

const troubleShape = z.object({ serial: z.string(), kind: z.nullable(z.enum(['error', 'lost'])) });
/** The content of the column `serials`; version 0.5 stored the serials alone. */
const troublesShape = z.array(z.union([troubleShape, z.string()]));

const troublesIn = (text: string): readonly NotifiedTrouble[] =>
  (troublesShape.safeParse(JSON.parse(text)).data ?? []).map((one) => (typeof one === 'string' ? { serial: one, kind: null } : one));

/** Loads the notices that are not over. */
export async function openSentNotices(database: Kysely<Database>): Promise<SentNotices> {
  const bySite = new Map<string, Map<string, SentNotice>>();
  const remember = (username: string, site: string, sent: SentNotice) => {
    const people = bySite.get(site) ?? new Map<string, SentNotice>();
    if (sent.troubles.length === 0) people.delete(username);
    else people.set(username, sent);
    if (people.size === 0) bySite.delete(site);
    else bySite.set(site, people);
  };
  for (const { username, site, serials, rang_at } of await database.selectFrom('push_sent').selectAll().execute()) {
    remember(username, site, { troubles: troublesIn(serials), rangAt: rang_at.getTime() });
  }
  return {
    of: (username, site) => bySite.get(site)?.get(username),
    peopleOf: (site) => [...(bySite.get(site)?.keys() ?? [])],
    sites: () => [...bySite.keys()],
    note: async (username, site, sent) => {
      if (sent.troubles.length === 0) {
        await database.deleteFrom('push_sent').where('username', '=', username).where('site', '=', site).execute();
      } else {
        const row = { serials: JSON.stringify(sent.troubles), rang_at: new Date(sent.rangAt) };
        await database
          .insertInto('push_sent')
          .values({ username, site, ...row })
          .onConflict((clash) => clash.columns(['username', 'site']).doUpdateSet(row))
          .execute();
      }
      // After the statement: a notice that cannot be stored is not sent, and must be due again.
      remember(username, site, sent);
    },
  };
}
