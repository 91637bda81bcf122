import { useState } from 'react';
import type { Device } from '#contract/devices/device';
import { getRawState } from '#contract/fleet/machine';
import { selectEntry } from '#state/answers';
import { reportReadAt } from '#state/fleet';
import { matchesSchema } from '#state/matchesSchema';
import { useAppSelector, useDevice } from '#hooks/useAppSelector';
import { useQuery } from '#hooks/useQuery';
import { keyOfView } from '#state/viewRequest';

const UNKNOWN = 404;

/**
 * Polls the newest report of a device every second (`getRawState`). A device that has never reported, which an empty `last_seen` or a 404 says, is not polled,
 * because polling would not change that: neither does an entry in the list of states that cannot be read. A server of the specification may leave `last_seen`
 * out, which says nothing. Source: RAW1, RAW2.
 */
export function useRawState({ serial, last_seen }: Device): void {
  const params = { serial };
  const hasReported = reportReadAt(useDevice(serial)) !== null;
  const isAnsweredUnknown = useAppSelector((s) => selectEntry(s, keyOfView(getRawState, params))?.failure?.status === UNKNOWN);
  // Kept here, because the store drops responses without a view when many others arrive, and the device would be requested again.
  const [unknown, setUnknown] = useState<string | null>(null);
  if (isAnsweredUnknown && unknown !== serial) setUnknown(serial);
  const isUnknown = isAnsweredUnknown || unknown === serial;
  useQuery(getRawState, params, {}, { isWanted: hasReported || ((last_seen === undefined || Boolean(last_seen)) && !isUnknown) });
}

/** Returns how far the clock of a device is ahead, in ms, from its polled report; undefined if the server does not measure it. */
export function useClockOffset(serial: string): number | null | undefined {
  const answer = useAppSelector((s) => selectEntry(s, keyOfView(getRawState, { serial }))?.answer);
  return answer !== undefined && matchesSchema(getRawState.answer, answer) ? answer.clock_offset_ms : undefined;
}
