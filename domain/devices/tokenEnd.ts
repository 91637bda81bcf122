/** The expiry of the access token of a device, as text. */

import type { Device } from '#contract/devices/device';
import { DAY_MS, HOUR_MS } from '../text/timeUnits.ts';
import { isDecommissioned } from './deviceList.ts';

/** Number of days before its expiry from which the expiry of a token that a person put on a device is shown. */
export const TOKEN_WARNING_DAYS = 7;

type Known = Pick<Device, 'name' | 'life_cycle_stage' | 'access_token_ends_at'>;

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/**
 * Returns the text on the expiry of the access token that a person put on a device, if the token expires within seven days or has expired: "ends in 3 days",
 * "has ended". Null for any other device, such as one that renews its token with its key or is decommissioned, and if the server does not report the expiry.
 * `now` in ms since epoch. Source: RENEW8.
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
