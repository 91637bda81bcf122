import { createContext, useContext } from 'react';
import type { ConsoleConfig } from '#contract/config';

/** What the configuration says of this site's places. */
type SiteConfig = Pick<ConsoleConfig, 'default_organisation_id' | 'map_style_url'>;

/** Given once, from the configuration. */
export const SiteConfigContext = createContext<SiteConfig>({ default_organisation_id: '' });

/** What the configuration says of this site's places. */
export const useSiteConfig = (): SiteConfig => useContext(SiteConfigContext);
