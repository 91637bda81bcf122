import { type AvailabilityGroup, availabilityGroup, getHistoryAvailability } from '#contract/history';
import { isMonth, monthOf, type Month } from '#domain/history/monthDays';
import { selectNow } from '#state/clock';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { type AddressCodec, textInAddress, useAddressState } from '#ui/pageAddress';
import { dayOf } from '../episodeRows.ts';
import { monthSpan } from '../monthSpan.ts';

/** Interval at which the current month is requested again, in ms; an earlier one no longer grows. */
const EVERY_MS = 300_000;

const monthInAddress: AddressCodec<Month> = {
  encode: (month) => month,
  decode: (text) => (isMonth(text) ? text : null),
};
const groupInAddress: AddressCodec<AvailabilityGroup> = {
  encode: (group) => group,
  decode: (text) => availabilityGroup.safeParse(text).data ?? null,
};

/** Returns the availability of the month, group and location in the URL, with their setters and the query for the server. */
export function useAvailability() {
  const newest = useAppSelector((s) => monthOf(dayOf(selectNow(s))));
  const [month, setMonth] = useAddressState('month', monthInAddress, newest);
  const [group, setGroup] = useAddressState('availability.by', groupInAddress, 'device');
  const [location, setLocation] = useAddressState('location', textInAddress, '');
  const asked = { ...monthSpan(month), group, location_id: location === '' ? undefined : location };
  const query = useAnswer(getHistoryAvailability, {}, asked, { everyMs: month < newest ? null : EVERY_MS });
  return { newest, month, setMonth, group, setGroup, location, setLocation, asked, query };
}
