import type { Instant } from '../platform/database/columnTypes.ts';
import type { TableHistory } from '../platform/database/migrate.ts';

/** That a person has reviewed an episode. */
interface HistoryReviewTable {
  episode_id: string;
  username: string;
  /** The name of the person then. */
  name: string;
  at: Instant;
}

declare module '../platform/database/tables.ts' {
  interface Database {
    history_review: HistoryReviewTable;
  }
}

/** The table `history_review` with its migrations. */
export const historyTables: TableHistory = {
  '068_history_reviews': [
    `create table history_review (episode_id text not null, username text not null, name text not null, at timestamptz not null,
    primary key (episode_id, username))`,
  ],
};
