import type { Device } from '#contract/devices/device';
import { getRawState } from '#contract/fleet/machine';
import { selectEntry } from '#state/answers';
import { matchesSchema } from '#state/matchesSchema';
import { useAppSelector, useDevice } from '#hooks/useAppSelector';
import { useQuery } from '#hooks/useQuery';
import { keyOfView } from '#state/viewRequest';

const UNKNOWN = 404;

/** Polls the newest report of a device every second (`getRawState`). A device that has never reported is not polled, because polling would not change that. */
export function useRawState({ serial, last_seen }: Device): void {
  const params = { serial };
  const hasReported = useDevice(serial) !== undefined;
  const isUnknown = useAppSelector((s) => selectEntry(s, keyOfView(getRawState, params))?.failure?.status === UNKNOWN);
  useQuery(getRawState, params, {}, { isWanted: hasReported || (Boolean(last_seen) && !isUnknown) });
}

/** Returns how far the clock of a device is ahead, in ms, from its polled report; undefined if the server does not measure it. */
export function useClockOffset(serial: string): number | null | undefined {
  const answer = useAppSelector((s) => selectEntry(s, keyOfView(getRawState, { serial }))?.answer);
  return answer !== undefined && matchesSchema(getRawState.answer, answer) ? answer.clock_offset_ms : undefined;
}
