import { getErrorOverview } from '#contract/fleet/machine';
import { errorStart } from '#domain/errorCodes/errorSince';
import type { FleetRow } from '#state/fleetRows';
import { useAnswer } from '#hooks/useAnswer';

/** A device in error; `since` in ms since epoch by the server's clock, null while unknown. */
export interface FailingDevice {
  readonly row: FleetRow;
  readonly since: number | null;
}

function useErrorStart(row: FleetRow | undefined): FailingDevice | null {
  const params = { serial: row?.device.serial ?? '', hours: '48' };
  const { answer, at } = useAnswer(getErrorOverview, params, {}, { isWanted: row !== undefined });
  return row === undefined ? null : { row, since: errorStart(answer?.result ?? [], at, row.reported?.errorBegan ?? null) };
}

/**
 * Returns the first three devices in error with the start of their error, newest first and unknown starts last. Only three, because there is no room for more
 * and each needs its own query.
 */
export function useErrorStarts(inError: readonly FleetRow[]): readonly FailingDevice[] {
  const query = [useErrorStart(inError[0]), useErrorStart(inError[1]), useErrorStart(inError[2])];
  return query.filter((device) => device !== null).toSorted((a, b) => (b.since ?? -Infinity) - (a.since ?? -Infinity));
}
