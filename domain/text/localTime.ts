/** Local times without offset as text: the device's own time and Belgian time. */

import { BELGIAN_ZONE, dateTextsIn, dateTimeText, shownZone } from './dates.ts';
import { instantOfMinute } from './timeStep.ts';

const asWritten = dateTextsIn('UTC');

/**
 * Formats a wire time that has no offset, without converting it to another zone: `04/03/2026, 14:05:09`; `-` when missing. A trailing `Z` is ignored: the time
 * is local. Source: RULE-053, GAP-89, CLOCKS5.
 */
export const localTimeText = (local: string | null | undefined): string =>
  asWritten.dateTime(local == null ? null : `${local.replace(/Z$/i, '')}Z`);

/** Formats a device's local time with its time zone: `04/03/2026, 13:05:09 Europe/London`; `Unknown` when missing. Source: DEV-104, DEV-108, MSG-050. */
export function deviceTimeText(local: string | null | undefined, zone: string | null | undefined): string {
  return !local ? 'Unknown' : [localTimeText(local), zone ?? ''].join(' ').trim();
}

/** Formats a Belgian local wire time in the page's zone: unchanged if that zone is Belgian, otherwise converted. Source: CLOCKS1, DEV-116. */
export function belgianTimeText(local: string | null | undefined): string {
  if (local == null || shownZone() === BELGIAN_ZONE) return localTimeText(local);
  const minute = instantOfMinute(local.slice(0, 'yyyy-mm-ddThh:mm'.length), BELGIAN_ZONE);
  return dateTimeText(minute === null ? null : minute + Number(/:\d\d:(\d\d)/.exec(local)?.[1] ?? 0) * 1_000);
}
