import { z } from '#contract/schema';

/** The site versions of a map as they are stored: the newest first. */
export const siteVersions = z.array(z.string());
