/** A finding of a validation: its type, its creation, and the order of findings. */

import { severity, type Severity } from '#contract/validation';
import { byText } from '../text/byText.ts';

/** A result of a validation. `name` and `id` identify the resource; `text` is a sentence. */
export interface Finding {
  readonly severity: Severity;
  readonly text: string;
  readonly name: string;
  readonly id: string;
}

/** Severity and sentence of a finding, without its resource. */
export type FindingEntry = readonly [severity: Severity, text: string];

/** Returns one entry if the condition holds, otherwise none. */
export const entryIf = (holds: boolean, ...entries: FindingEntry): readonly FindingEntry[] => (holds ? [entries] : []);

/** Converts the entries of one resource to findings. */
export const findingsOf = (
  resource: { readonly name: string; readonly id: string },
  entries: readonly FindingEntry[],
): readonly Finding[] => entries.map(([grave, text]) => ({ severity: grave, text, name: resource.name, id: resource.id }));

const rankOf = (one: Severity): number => severity.options.indexOf(one);

/** Sorts findings by severity descending, then by resource name; stable otherwise. Source: VAL1. */
export const bySeverity = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((a, b) => rankOf(b.severity) - rankOf(a.severity) || byText(a.name, b.name));
