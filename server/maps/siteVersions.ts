import { z } from '#contract/schema';

/** The stored site versions of a map, newest first. */
export const siteVersions = z.array(z.string());
