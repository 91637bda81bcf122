import type { DataFetch } from '#contract/devices/device';
import { dateTimeText, instantMs } from '../text/dates.ts';

/**
 * Returns the text after the device's name: whether the device has fetched the entered values since their last change; null if the server does not report it.
 * Source: KEPTHERE2.
 */
export function fetchText(fetch: DataFetch | null | undefined): string | null {
  if (fetch == null) return null;
  if (fetch.is_current) return `has asked for these since they changed, ${dateTimeText(fetch.asked_at)}`;
  return instantMs(fetch.changed_at) === null
    ? 'not asked since they changed'
    : `not asked since they changed, ${dateTimeText(fetch.changed_at)}`;
}
