/** The text of when the access token of a device expires. */

import type { Device } from '#contract/devices/device';
import { DAY_MS, HOUR_MS } from '../text/timeUnits.ts';
import { isDecommissioned } from './deviceList.ts';

/** Number of days before its expiry from which a token that a person put on a device is shown. */
export const TOKEN_WARNING_DAYS = 7;

type Known = Pick<Device, 'name' | 'life_cycle_stage' | 'access_token_ends_at'>;

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/**
 * Returns the text of when the access token that a person put on a device expires, if it expires within seven days or has expired: "ends in 3 days", "has
 * ended". Null for every other device, such as one that renews its token with its key or is decommissioned, and when the server does not report it. `now` in
 * ms. Source: RENEW8.
 */
export function tokenEndText(device: Known, now: number): string | null {
  const { access_token_ends_at: text } = device;
  const endsAt = text == null ? Number.NaN : Date.parse(text);
  if (!(endsAt - now <= TOKEN_WARNING_DAYS * DAY_MS) || isDecommissioned(device)) return null;
  const leftMs = endsAt - now;
  if (leftMs <= 0) return 'has ended';
  if (leftMs < HOUR_MS) return 'ends within the hour';
  return leftMs < DAY_MS
    ? `ends in ${counted(Math.floor(leftMs / HOUR_MS), 'hour')}`
    : `ends in ${counted(Math.floor(leftMs / DAY_MS), 'day')}`;
}
