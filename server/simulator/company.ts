import type { Device } from '#contract/device';
import type { Location, Organisation } from '#contract/place';
import type { SiteMap } from '../maps/seed/siteMaps.ts';

/** The company whose devices are simulated. */
export interface Company {
  readonly organisations: readonly Organisation[];
  readonly locations: readonly Location[];
  readonly maps: readonly SiteMap[];
  readonly devices: readonly Device[];
  /** By code; devices raise these. */
  readonly errorCodes: Readonly<Record<string, unknown>>;
}
