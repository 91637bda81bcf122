import { createContext, useContext } from 'react';
import type { ConsoleConfig } from '#contract/config';

/** What the configuration says of this site's places. */
type Site = Pick<ConsoleConfig, 'default_organisation_id' | 'map_style_url'>;

/** Given once, from the configuration. */
export const SiteContext = createContext<Site>({ default_organisation_id: '' });

/** What the configuration says of this site's places. */
export const useSite = (): Site => useContext(SiteContext);
