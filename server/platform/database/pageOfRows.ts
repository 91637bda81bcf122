import type { z } from '#contract/schema';
import type { pageQuery } from '#contract/schema';

/** Converts page and page size to SQL `limit` and `offset`. */
export const windowOf = ({ page, per_page }: z.output<typeof pageQuery>) => ({ limit: per_page, offset: page * per_page });
