/** Texts of charts: times on the axis, and the values at an instant. */

import { laneWords } from '#domain/history/lanes';
import type { ChartRow } from '#domain/history/chartReadout';
import { codeText } from '#domain/errorCodes/errorCode';
import { dateText, timeText } from '#domain/text/dates';
import { fixedText, MISSING, numberText } from '#domain/text/numbers';
import { DAY_MS } from '#domain/text/timeUnits';

const dayText = (at: number) => dateText(at).slice(0, 'dd/mm'.length);
const clockText = (at: number) => timeText(at).slice(0, 'hh:mm'.length);

/** Returns the label of a time on the axis: the day at midnight, otherwise the time of day. */
export const axisText = (at: number): string => (clockText(at) === '00:00' ? dayText(at) : clockText(at));

/** Returns an instant in the precision of a step: with the time of day if the step is shorter than a day. */
export function momentText(at: number, stepMs: number): string {
  if (stepMs >= DAY_MS) return dateText(at);
  return `${dayText(at)}, ${stepMs < 60_000 ? timeText(at) : clockText(at)}`;
}

const boundsText = (bounds: readonly [number, number] | null, digits: number, unit: string): string => {
  if (bounds === null) return MISSING;
  const [least, most] = bounds.map((value) => (digits === 0 ? numberText(Math.floor(value)) : fixedText(value, digits)));
  return least === most ? `${least} ${unit}` : `${least} to ${most} ${unit}`;
};

/** Formats the battery level of a row: `63 %`, `61 to 63 %`. */
export const batteryText = ({ battery }: Pick<ChartRow, 'battery'>): string => boundsText(battery, 0, '%');
/** Formats the speed of a row: `0.40 m/s`, `0.00 to 0.40 m/s`. */
export const speedText = ({ speed }: Pick<ChartRow, 'speed'>): string => boundsText(speed, 2, 'm/s');
/** Returns the label of the activity in a row. */
export const groupText = ({ group }: Pick<ChartRow, 'group'>): string => (group === null ? MISSING : laneWords[group]);
/** Returns the error codes of a row as text. */
export const codesText = ({ codes }: Pick<ChartRow, 'codes'>): string => (codes.length === 0 ? MISSING : codes.map(codeText).join(', '));

/** Returns a row as a sentence for screen readers. */
export function rowText(row: ChartRow, stepMs: number): string {
  const parts = [
    `Battery ${batteryText(row)}`,
    `speed ${speedText(row)}`,
    groupText(row),
    ...(row.codes.length > 0 ? [`errors ${codesText(row)}`] : []),
  ];
  return `${momentText(row.from, stepMs)}: ${row.isReported ? parts.join(', ') : 'no report'}`;
}
