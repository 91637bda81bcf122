import { dateTextsIn } from './dates.ts';

const asWritten = dateTextsIn('UTC');

/** Formats a wire time without offset, without conversion to another zone: `04/03/2026, 14:05:09`; `-` when missing. Source: RULE-053, GAP-89. */
export const localTimeText = (local: string | null | undefined): string => asWritten.dateTime(local == null ? null : `${local}Z`);

/** Formats a device's local time with its time zone: `04/03/2026, 13:05:09 Europe/London`; `Unknown` when missing. Source: DEV-104, DEV-108, MSG-050. */
export function deviceTimeText(local: string | null | undefined, zone: string | null | undefined): string {
  return local == null ? 'Unknown' : [localTimeText(local), zone ?? ''].join(' ').trim();
}
