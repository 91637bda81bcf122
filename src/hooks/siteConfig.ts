/** The settings in `/config.json` for screens: the organisation shown first (`default_organisation_id`) and `map_style_url`; context and hook. */

import { createContext, useContext } from 'react';
import type { ConsoleConfig } from '#contract/config';

/** Settings of this installation: its organisation and map style, and whether its accounts are managed elsewhere. */
type SiteConfig = Pick<ConsoleConfig, 'default_organisation_id' | 'map_style_url'> & Partial<Pick<ConsoleConfig, 'accounts_elsewhere'>>;

/** The settings, provided once from the configuration. */
export const SiteConfigContext = createContext<SiteConfig>({ default_organisation_id: '' });

/** Returns the settings of this installation. */
export const useSiteConfig = (): SiteConfig => useContext(SiteConfigContext);
