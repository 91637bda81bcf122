import { dateTextsIn } from './dates.ts';

const asWritten = dateTextsIn('UTC');

/** A local time of the wire, without offset, as that clock showed it: `04/03/2026, 14:05:09`; `-` for a missing one. Source: RULE-053, GAP-89. */
export const localTimeText = (local: string | null | undefined): string => asWritten.dateTime(local == null ? null : `${local}Z`);

/** The device's own time with its time zone: `04/03/2026, 13:05:09 Europe/London`; `Unknown` without one. Source: DEV-104, DEV-108, MSG-050. */
export function deviceTimeText(local: string | null | undefined, zone: string | null | undefined): string {
  return local == null ? 'Unknown' : [localTimeText(local), zone ?? ''].join(' ').trim();
}
