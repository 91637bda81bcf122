import { useState } from 'react';
import { getErrorOverview } from '#contract/fleet/machine';
import { errorStart } from '#domain/errorCodes/errorSince';
import type { FleetRow } from '#state/fleetRows';
import { useIsPast } from '#hooks/IntentContext';
import { useAnswer } from '#hooks/useAnswer';

/** A listed device in error; `since` in ms since epoch by the server's clock, null while unknown. */
export interface FailingDevice {
  readonly row: FleetRow;
  readonly since: number | null;
  /** True if the device has left the error while the pointer is in the list: its place stays, so that no other Stop takes it. */
  readonly isOver: boolean;
  /** True of the only device for which a phone has room: that under the pointer, otherwise the first one in error. */
  readonly isFront: boolean;
}

/** There is no room for more, and each needs its own query. */
const MOST = 3;

const serialOf = ({ device }: FleetRow): string => device.serial;
const has = (rows: readonly FleetRow[], row: FleetRow): boolean => rows.some((one) => serialOf(one) === serialOf(row));
const isSame = (a: readonly FleetRow[], b: readonly FleetRow[]): boolean =>
  a.length === b.length && a.every((row, at) => b[at] !== undefined && serialOf(row) === serialOf(b[at]));

/** Returns the rows in the order of their former places; those without a place are last. */
function byPlaces(rows: readonly FleetRow[], places: readonly FleetRow[]): readonly FleetRow[] {
  const serials = places.map(serialOf);
  const placeOf = (row: FleetRow) => (serials.includes(serialOf(row)) ? serials.indexOf(serialOf(row)) : serials.length);
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Returns the rows in their former places. A device in error without a place takes that of one that is over, unless the pointer is on it. */
function inPlaces(inError: readonly FleetRow[], places: readonly FleetRow[], pointed: string): readonly FleetRow[] {
  const waiting = inError.filter((row) => !has(places, row));
  const kept = places.map((row) => {
    const failing = inError.find((one) => serialOf(one) === serialOf(row));
    return failing ?? (serialOf(row) === pointed ? row : (waiting.shift() ?? row));
  });
  return [...kept, ...waiting];
}

function useErrorStart(row: FleetRow | undefined) {
  const params = { serial: row?.device.serial ?? '', hours: '48' };
  const { answer, at, isLoading } = useAnswer(getErrorOverview, params, {}, { isWanted: row !== undefined });
  const since = errorStart(answer?.result ?? [], at, row?.reported?.errorBegan ?? null);
  return { since, isAwaited: isLoading && since === null };
}

const NO_PLACES: readonly FleetRow[] = [];

/**
 * Returns up to three devices in error with the start of their error, newest first and unknown starts last. While a start is loading they keep their order, and
 * while the pointer is in the list (`pointed`, of `usePointedRow`) their places: no Stop moves from under a press. A past moment keeps none. The focus keeps
 * none either: it moves with its device. Source: STILL5.
 */
export function useErrorStarts(inError: readonly FleetRow[], pointed: string | null): readonly FailingDevice[] {
  const isPast = useIsPast();
  const [former, setPlaces] = useState(NO_PLACES);
  const places = isPast ? NO_PLACES : former;
  const isHeld = pointed !== null && places.length > 0;
  const rows = (isHeld ? inPlaces(inError, places, pointed) : inError).slice(0, MOST);
  const starts = [useErrorStart(rows[0]), useErrorStart(rows[1]), useErrorStart(rows[2])];
  const sinceOf = (row: FleetRow) => starts[rows.indexOf(row)]?.since ?? null;
  const byStart = () => rows.toSorted((a, b) => (sinceOf(b) ?? -Infinity) - (sinceOf(a) ?? -Infinity));
  const isAwaited = starts.some((start) => start.isAwaited);
  const shown = isHeld ? rows : isAwaited ? byPlaces(rows, places) : byStart();
  const next = isPast ? NO_PLACES : shown;
  if (!isSame(next, former)) setPlaces(next);
  const front = shown.find((row) => serialOf(row) === pointed) ?? shown.find((row) => has(inError, row)) ?? shown[0];
  return shown.map((row) => ({ row, since: sinceOf(row), isOver: !has(inError, row), isFront: row === front }));
}
