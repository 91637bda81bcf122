/** `Company`, the seed data whose devices are simulated, with their maps and site versions. */

import type { Device } from '#contract/devices/device';
import type { Location, Organisation } from '#contract/place';
import type { SiteShape } from './planShape.ts';

/** A map on which a robot drives: its plan's shape and its site versions, newest first. */
export interface DrivenMap {
  readonly id: string;
  readonly shape: SiteShape;
  readonly versions: readonly string[];
}

/** The seed data whose devices are simulated. */
export interface Company {
  readonly organisations: readonly Organisation[];
  readonly locations: readonly Location[];
  readonly maps: readonly DrivenMap[];
  readonly devices: readonly Device[];
  /** The error codes that simulated robots raise, keyed by code. */
  readonly errorCodes: Readonly<Record<string, unknown>>;
}
