/** The fields of a SIM (customer, rate plan, limits): their order and labels, their origin (entered or reported), and the validation of typed values. */

import type { EnteredSim, SimChange } from '#contract/devices/deviceSim';
import type { SimInfo } from '#contract/fleet/dataGroup';
import { dataSizeText } from '../text/dataSize.ts';
import { fieldTextProblem } from '../text/fieldText.ts';
import { wordText } from '../text/labels.ts';
import { yesNo } from '../text/yesNo.ts';

/** The fields of a SIM, in the order in which they are shown. */
export const simFieldNames = [
  'customer',
  'rate_plan',
  'status',
  'ctd_data_usage',
  'overage_limit_reached',
  'overage_limit_override',
] as const;
/** The name of a field of a SIM. */
export type SimFieldName = (typeof simFieldNames)[number];

/** The origin of a shown value; null for a missing one. */
export type SimSource = 'entered' | 'device' | null;

/** A displayed field of a SIM: the entered value, otherwise the reported one. `device` is the reported value if it differs. */
export interface SimField<Name extends SimFieldName = SimFieldName> {
  readonly value: SimInfo[Name] | undefined;
  readonly source: SimSource;
  readonly device: SimInfo[Name] | null | undefined;
}

type Sim = Pick<SimInfo, SimFieldName>;

const isGiven = (value: unknown) => value !== null && value !== undefined && value !== '';

/**
 * Returns a field of a SIM. The entered value takes precedence, because the operator knows the customer, plan and limits, and the device does not. Source:
 * SIMP1.
 */
export function simField<Name extends SimFieldName>(name: Name, device: Sim | null | undefined, entered: Sim | undefined): SimField<Name> {
  const own: SimInfo[Name] | undefined = device?.[name];
  const given: SimInfo[Name] | undefined = entered?.[name];
  if (!isGiven(given)) return { value: own, source: isGiven(own) ? 'device' : null, device: null };
  return { value: given, source: 'entered', device: isGiven(own) && simFieldText(name, own) !== simFieldText(name, given) ? own : null };
}

/** Formats a value of a field for display. */
export function simFieldText(name: SimFieldName, value: SimInfo[SimFieldName]): string {
  if (name === 'ctd_data_usage') return dataSizeText(typeof value === 'number' ? value : null);
  if (typeof value === 'boolean' || value == null) return yesNo(value);
  return name === 'status' ? wordText(String(value)) : String(value);
}

/**
 * Returns the origin of a value as text: `entered`, `entered; the device reports Basic`, `from the device`; '' if nothing was entered for the device. Source:
 * SIMP1.
 */
export function sourceText(name: SimFieldName, { source, device }: SimField, entered: EnteredSim | undefined): string {
  if (entered === undefined || source === null) return '';
  if (source === 'device') return 'from the device';
  return isGiven(device) ? `entered; the device reports ${simFieldText(name, device)}` : 'entered';
}

/** The names of the SIM fields in tables and files. */
export const simFieldLabels: Readonly<Record<SimFieldName, string>> = {
  customer: 'Customer',
  rate_plan: 'Rate Plan',
  status: 'Status',
  ctd_data_usage: 'Data Usage',
  overage_limit_reached: 'Limit Reached',
  overage_limit_override: 'Limit Override',
};

const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, byte: 1, bytes: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 };
const SIZE = /^(\d+(?:[.,]\d+)?)\s*([a-z]*)$/;
const WORDS: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  '1': true,
  y: true,
  no: false,
  false: false,
  '0': false,
  n: false,
};

/** Parses a typed value of a field; undefined for an invalid one. Source: SIMP2. */
export function readSimField(name: SimFieldName, typed: string): string | number | boolean | undefined {
  const text = typed.trim();
  if (name === 'overage_limit_reached') return WORDS[text.toLowerCase()];
  if (name !== 'ctd_data_usage') return fieldTextProblem(text, { label: 'This field' }) === undefined ? text : undefined;
  const [, digits = '', unit = ''] = SIZE.exec(text.toLowerCase()) ?? [];
  const factor = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  return digits === '' || factor === undefined ? undefined : Math.round(Number(digits.replace(',', '.')) * factor);
}

/** Returns why a typed value cannot be saved; undefined when it can. An empty value removes the entered one. Source: SIMP2. */
export function simFieldProblem(name: SimFieldName, typed: string): string | undefined {
  if (typed.trim() === '' || readSimField(name, typed) !== undefined) return undefined;
  if (name === 'ctd_data_usage') return 'Enter a size, for example 1.5 GB.';
  if (name === 'overage_limit_reached') return 'Enter Yes or No.';
  return fieldTextProblem(typed.trim(), { label: 'This field' });
}

/** The fields of a form, as typed. */
export type SimDraft = Readonly<Record<SimFieldName, string>>;

/** Returns the change that typed fields make: an empty field removes the entered value. Fields that `typed` lacks are left unchanged. */
export function simChangeOf(serial: string, typed: Partial<SimDraft>): SimChange {
  const fields = simFieldNames.flatMap((name) => {
    const text = typed[name];
    return text === undefined ? [] : [[name, text.trim() === '' ? null : readSimField(name, text)] as const];
  });
  return { serial, ...Object.fromEntries(fields) };
}

/** Returns the entered values as a draft. */
export const simDraftOf = (entered: EnteredSim | undefined): SimDraft => {
  const text = (name: SimFieldName) => {
    const value = entered?.[name];
    if (value == null) return '';
    return typeof value === 'boolean' ? yesNo(value) : String(value);
  };
  return {
    customer: text('customer'),
    rate_plan: text('rate_plan'),
    status: text('status'),
    ctd_data_usage: text('ctd_data_usage'),
    overage_limit_reached: text('overage_limit_reached'),
    overage_limit_override: text('overage_limit_override'),
  };
};
