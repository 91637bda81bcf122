/** All faults that a report lists, in any notation: their code, severity, part and text; the first fault and the further ones for a list. */

import type { ReportedState } from '#contract/fleet/reportedState';
import { codeText, isErrorCode } from '../errorCodes/errorCode.ts';
import { parseLevel } from './eventLevel.ts';
import { activityOf } from './activity.ts';

/** A fault that a device reports, perhaps one of several; null for a missing field. */
export interface Fault {
  /** The code or type of the fault; its text if it has neither. */
  readonly name: string;
  /** The severity, as the device reports it. */
  readonly severity: string | null;
  /** The affected part of the device. */
  readonly part: string | null;
  readonly text: string | null;
  /** The suggested remedy. */
  readonly hint: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields of a report that hold faults; names in lower case, without `_` and `-`. */
const LISTS = /^(?:active)?(?:errors?|faults?|alarms?|failures?|warnings?)(?:list)?$/;
/** Maximum depth at which lists of faults are searched, such as `status.errors`. */
const MAX_DEPTH = 3;
/** Maximum number of faults of a report that are shown. */
const MAX_FAULTS = 100;

/** Texts that mean that there is no fault. */
const NONE = /^(?:none|no|ok|nominal|null|false|-)$/i;

/** The names of the fields of a fault, as manufacturers use them; the first present one is used. */
const CODE = ['code', 'errorcode', 'faultcode', 'alarmcode', 'errortype', 'faulttype', 'type', 'name', 'errorid', 'faultid', 'id'];
const SEVERITY = ['severity', 'level', 'errorlevel', 'faultlevel', 'priority'];
const PART = ['part', 'component', 'module', 'subsystem', 'unit', 'source', 'hardwareid', 'device'];
const TEXT = ['text', 'message', 'msg', 'description', 'errordescription', 'faultdescription', 'details', 'detail', 'reason'];
const HINT = ['hint', 'errorhint', 'faulthint', 'remedy', 'solution', 'recommendation', 'nextstep', 'action'];

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const plainName = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');
const wordOf = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  return text === '' || NONE.test(text) ? null : text;
};

function parsedFields(text: string | null | undefined): unknown {
  if (text == null || !/errors?|faults?|alarms?|failures?|warnings?/i.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the references of a fault (`errorReferences` of VDA 5050) as text: `nodeId N1, edgeId E2`; null if there are none. */
function referencesText(value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  const found = value.flatMap((one) => {
    const [key, of] = isFields(one) ? [wordOf(one['referenceKey']), wordOf(one['referenceValue'])] : [null, null];
    return of === null ? [] : [key === null ? of : `${key} ${of}`];
  });
  return found.length === 0 ? null : found.join(', ');
}

function faultOf(item: unknown, { key, isWarning }: { readonly key: string | null; readonly isWarning: boolean }): Fault | null {
  const severity = isWarning ? 'warning' : null;
  const word = wordOf(item);
  if (word !== null) return { name: key ?? word, severity, part: null, text: key === null ? null : word, hint: null };
  if (!isFields(item)) return item === true && key !== null ? { name: key, severity, part: null, text: null, hint: null } : null;
  const named = new Map(Object.entries(item).map(([name, value]) => [plainName(name), value]));
  if (named.get('active') === false || named.get('cleared') === true || named.get('resolved') === true) return null;
  const first = (names: readonly string[]) => names.map((name) => wordOf(named.get(name))).find((found) => found !== null) ?? null;
  const text = first(TEXT);
  const name = first(CODE) ?? key ?? text;
  if (name === null) return null;
  const part = first(PART) ?? referencesText(named.get('errorreferences') ?? named.get('references'));
  return { name, severity: first(SEVERITY) ?? severity, part, text: text === name ? null : text, hint: first(HINT) };
}

function itemsOf(value: unknown, isWarning: boolean): readonly (Fault | null)[] {
  if (Array.isArray(value)) return value.map((item) => faultOf(item, { key: null, isWarning }));
  // An object without these names holds faults keyed by code: `{"E12": {"severity": "error"}, "E7": "no water"}`.
  const hasOwnName = isFields(value) && Object.keys(value).some((name) => [...CODE, ...TEXT].includes(plainName(name)));
  // A bare number (a count of faults) or flag (whether there are any) describes no fault.
  if (hasOwnName || typeof value === 'string') return [faultOf(value, { key: null, isWarning })];
  if (!isFields(value)) return [];
  return Object.entries(value).map(([key, item]) => faultOf(item, { key, isWarning }));
}

function faultsIn(value: unknown, depth = 0): readonly (Fault | null)[] {
  if (!isFields(value) || depth >= MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const plain = plainName(name);
    return LISTS.test(plain) ? itemsOf(part, plain.includes('warning')) : faultsIn(part, depth + 1);
  });
}

const RANKS: Readonly<Record<string, number>> = {
  fatal: 0,
  emergency: 0,
  critical: 1,
  urgent: 1,
  high: 1,
  severe: 1,
  warning: 3,
  low: 4,
  info: 5,
  success: 6,
};
/** Returns the rank of a severity, the worst first; an unknown or missing word is treated as an error. */
const rankOf = ({ severity }: Fault) => RANKS[parseLevel(severity) ?? (severity ?? '').toLowerCase()] ?? 2;

const isOf = (code: string) => (fault: Fault) => (isErrorCode(fault.name) ? codeText(fault.name) : fault.name) === code;

/** Returns all faults that a device reports at once: first those with its error code, then the others, worst first. Source: FAULTS1. */
export function faultsOf(state: ReportedState | undefined): readonly Fault[] {
  const found = faultsIn(parsedFields(state?.other_fields)).filter((fault) => fault !== null);
  const sorted = found.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, MAX_FAULTS);
  const { code } = activityOf(state);
  if (code === undefined) return sorted;
  return [...sorted.filter(isOf(code)), ...sorted.filter((fault) => !isOf(code)(fault))];
}

/** The faults of a device in error, as a list shows them: the first one, unless the device reports an error code, and the others. Source: FAULTS1. */
export interface ListedFaults {
  readonly first: Fault | null;
  readonly further: readonly Fault[];
}

/** Returns the faults of a device in error for a list; no faults for a device that is not in error. Source: FAULTS1. */
export function listedFaults(state: ReportedState | undefined): ListedFaults {
  const { kind, code } = activityOf(state);
  if (kind !== 'error') return { first: null, further: [] };
  const faults = faultsOf(state);
  const [first = null, ...rest] = faults;
  if (code === undefined) return { first, further: rest };
  return { first: null, further: faults.filter((fault) => !isOf(code)(fault)) };
}

/** Formats a fault as one line: `E12, warning, camera: the lens is dirty`. */
export function faultLine({ name, severity, part, text }: Fault): string {
  const head = [name, severity, part].filter((one) => one !== null).join(', ');
  return text === null ? head : `${head}: ${text}`;
}
