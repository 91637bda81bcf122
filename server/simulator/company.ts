import type { Device } from '#contract/devices/device';
import type { Location, Organisation } from '#contract/place';
import type { SiteMap } from '../maps/seed/siteMaps.ts';

/** The seed data whose devices are simulated. */
export interface Company {
  readonly organisations: readonly Organisation[];
  readonly locations: readonly Location[];
  readonly maps: readonly SiteMap[];
  readonly devices: readonly Device[];
  /** The error codes that simulated robots raise, keyed by code. */
  readonly errorCodes: Readonly<Record<string, unknown>>;
}
