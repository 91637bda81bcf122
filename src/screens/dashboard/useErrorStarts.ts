import { useState } from 'react';
import { getErrorOverview } from '#contract/fleet/machine';
import { errorStart } from '#domain/errorCodes/errorSince';
import type { FleetRow } from '#state/fleetRows';
import { useAnswer } from '#hooks/useAnswer';

/** A listed device in error; `since` in ms since epoch by the server's clock, null while unknown. */
export interface FailingDevice {
  readonly row: FleetRow;
  readonly since: number | null;
  /** True if the device has left the error while the list is in use: its place stays, so that no other Stop takes it. */
  readonly isOver: boolean;
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

function useErrorStart(row: FleetRow | undefined) {
  const params = { serial: row?.device.serial ?? '', hours: '48' };
  const { answer, at, isLoading } = useAnswer(getErrorOverview, params, {}, { isWanted: row !== undefined });
  const since = errorStart(answer?.result ?? [], at, row?.reported?.errorBegan ?? null);
  return { since, isAwaited: isLoading && since === null };
}

/**
 * Returns up to three devices in error with the start of their error, newest first and unknown starts last. While a start is loading they keep their order, and
 * while the list is in use their places: no Stop moves from under a press. Source: STILL5.
 */
export function useErrorStarts(inError: readonly FleetRow[], isInUse: boolean): readonly FailingDevice[] {
  const [places, setPlaces] = useState<readonly FleetRow[]>([]);
  const held = isInUse ? places.map((row) => inError.find((one) => serialOf(one) === serialOf(row)) ?? row) : [];
  const rows = [...held, ...inError.filter((row) => !has(held, row))].slice(0, MOST);
  const starts = [useErrorStart(rows[0]), useErrorStart(rows[1]), useErrorStart(rows[2])];
  const sinceOf = (row: FleetRow) => starts[rows.indexOf(row)]?.since ?? null;
  const byStart = () => rows.toSorted((a, b) => (sinceOf(b) ?? -Infinity) - (sinceOf(a) ?? -Infinity));
  const isAwaited = starts.some((start) => start.isAwaited);
  const shown = isInUse ? rows : isAwaited ? byPlaces(rows, places) : byStart();
  if (!isSame(shown, places)) setPlaces(shown);
  return shown.map((row) => ({ row, since: sinceOf(row), isOver: !has(inError, row) }));
}
