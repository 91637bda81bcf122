/** Reads a CSV file of SIM data into changes per serial, with the problems of its lines. */

import { MAX_SIMS, type SimChange } from '#contract/devices/deviceSim';
import { csvRecords } from '../text/csvRecords.ts';
import { isSameName } from '../text/fieldText.ts';
import { readSimField, simFieldLabels, simFieldNames, simFieldProblem, type SimFieldName } from './simFields.ts';

/** An invalid line of a file, and the reason. */
interface LineProblem {
  readonly line: number;
  readonly problem: string;
}

/** A file of SIM data as changes. Nothing is imported while there are problems. `unused` are the columns that hold no field of a SIM. */
export interface SimFile {
  readonly sims: readonly SimChange[];
  readonly unused: readonly string[];
  readonly problems: readonly LineProblem[];
}

/** Maximum size of a file of SIM data, in bytes. */
export const MAX_SIM_FILE_BYTES = 2_000_000;

/** Column names used by operators' portals, accepted besides those of this console's table. */
const OTHER_NAMES: Readonly<Record<SimFieldName | 'serial', readonly string[]>> = {
  serial: ['Serial', 'Serial Number', 'Device', 'Device ID', 'Device Serial', 'machine_serial', 'device_serial'],
  customer: ['customer', 'Account', 'Account Name', 'Customer Name'],
  rate_plan: ['Rate Plan Name', 'Plan', 'Tariff', 'Rateplan'],
  status: ['SIM Status', 'SIM State', 'State'],
  ctd_data_usage: ['Usage', 'CTD Data Usage', 'Cycle to Date Usage', 'Data Usage (Bytes)'],
  overage_limit_reached: ['Overage Limit Reached'],
  overage_limit_override: ['Overage Limit Override'],
};

const isOneOf = (names: readonly string[], head: string) =>
  names.some((name) => isSameName(name.replaceAll('_', ' '), head.replaceAll('_', ' ')));
const fieldOf = (head: string): SimFieldName | undefined =>
  simFieldNames.find((name) => isOneOf([name, simFieldLabels[name], ...OTHER_NAMES[name]], head));

const refused = (problem: string, line = 1): SimFile => ({ sims: [], unused: [], problems: [{ line, problem }] });
const NO_COLUMNS = 'The first line must name the columns: "Serial", and for example "Customer" and "Rate Plan".';
// Removes the apostrophe that a saved table puts before text that a spreadsheet would execute, and trims the cell.
const cellText = (cell: string): string => cell.replace(/^'(?=[=+@-])/, '').trim();
/** Checks for an empty cell; a saved table contains '-' for a missing value. */
const isEmpty = (text: string) => text === '' || text === '-';

/**
 * Reads a CSV file of SIM data, one device per line. An empty cell leaves the field unchanged. Each line names a device in `serials`; the spelling there is
 * used. Source: SIMP2.
 */
export function readSimFile(text: string, serials: readonly string[]): SimFile {
  const { records, openQuote } = csvRecords(text);
  if (openQuote !== null) return refused('The quotation mark that begins here has no end.', openQuote);
  const [head, ...rest] = records;
  const names = head?.cells.map((cell) => cell.trim()) ?? [];
  const serialAt = names.findIndex((name) => isOneOf(OTHER_NAMES.serial, name));
  const columns = names.flatMap((name, at) => {
    const field = at === serialAt ? undefined : fieldOf(name);
    return field === undefined ? [] : [{ at, field }];
  });
  if (serialAt === -1 || columns.length === 0) return refused(NO_COLUMNS, head?.line);
  const twice = columns.find(({ field }, index) => columns.findIndex((other) => other.field === field) !== index);
  if (twice !== undefined) return refused(`The column ${simFieldLabels[twice.field]} stands twice.`, head?.line);
  if (rest.length > MAX_SIMS) return refused(`A file has at most ${MAX_SIMS} devices.`, head?.line);
  const known = new Map(serials.map((serial) => [serial.toLowerCase(), serial]));
  const seen = new Map<string, number>();
  const problems: LineProblem[] = [];
  const sims: SimChange[] = [];
  for (const { line, cells } of rest) {
    const given = cellText(cells[serialAt] ?? '');
    const serial = known.get(given.toLowerCase());
    const above = seen.get(given.toLowerCase());
    seen.set(given.toLowerCase(), line);
    const values = columns.map(({ at, field }) => ({ field, value: cellText(cells[at] ?? '') })).filter(({ value }) => !isEmpty(value));
    const wrong = values.find(({ field, value }) => simFieldProblem(field, value) !== undefined);
    if (serial === undefined) problems.push({ line, problem: given === '' ? 'There is no serial.' : `There is no device ${given}.` });
    else if (above !== undefined) problems.push({ line, problem: `${serial} stands on line ${above} already.` });
    else if (wrong !== undefined)
      problems.push({ line, problem: `${simFieldLabels[wrong.field]}: ${simFieldProblem(wrong.field, wrong.value) ?? ''}` });
    else if (values.length > 0)
      sims.push({ serial, ...Object.fromEntries(values.map(({ field, value }) => [field, readSimField(field, value)])) });
  }
  const unused = names.filter((name, at) => name !== '' && at !== serialAt && fieldOf(name) === undefined);
  return { sims, unused, problems };
}
