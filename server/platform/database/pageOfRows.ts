import type { z } from '#contract/schema';
import type { pageQuery } from '#contract/schema';

/** A page of a query in SQL's words. */
export const windowOf = ({ page, per_page }: z.output<typeof pageQuery>) => ({ limit: per_page, offset: page * per_page });
