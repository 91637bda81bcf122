/** The reviews of episodes, stored as rows of `history_review`: one per person and episode. */

import type { Kysely } from 'kysely';
import { chunks } from '../../platform/database/chunks.ts';
import type { Database } from '../../platform/database/tables.ts';

/** A review: the person, and the time. */
export interface Review {
  readonly username: string;
  readonly name: string;
  readonly at: Date;
}

/** Returns the reviews of episodes, oldest first, by the id of the episode. */
export async function readReviews(database: Kysely<Database>, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Review[]>> {
  const reviews = new Map<string, Review[]>();
  for (const some of chunks(ids)) {
    const rows = await database.selectFrom('history_review').selectAll().where('episode_id', 'in', some).orderBy('at').execute();
    for (const { episode_id, username, name, at } of rows) {
      const known = reviews.get(episode_id) ?? [];
      reviews.set(episode_id, known);
      known.push({ username, name, at });
    }
  }
  return reviews;
}

/** Stores or removes a person's review of an episode; a stored review keeps its first time. */
export async function noteReview(
  database: Kysely<Database>,
  {
    id,
    username,
    name,
    at,
    reviewed,
  }: { readonly id: string; readonly username: string; readonly name: string; readonly at: Date; readonly reviewed: boolean },
): Promise<void> {
  if (!reviewed) {
    await database.deleteFrom('history_review').where('episode_id', '=', id).where('username', '=', username).execute();
    return;
  }
  await database
    .insertInto('history_review')
    .values({ episode_id: id, username, name, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
