import { createContext, useContext } from 'react';
import type { ConsoleConfig } from '#contract/config';

/** Settings of this installation's places. */
type SiteConfig = Pick<ConsoleConfig, 'default_organisation_id' | 'map_style_url'>;

/** Provided once, from the configuration. */
export const SiteConfigContext = createContext<SiteConfig>({ default_organisation_id: '' });

/** Returns the settings of this installation's places. */
export const useSiteConfig = (): SiteConfig => useContext(SiteConfigContext);
