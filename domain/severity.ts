import { severity, type Severity } from '#contract/validation';
import { byText } from './devices.ts';

/** Something a validation found. `name` and `id` are of the resource it is about; `text` is a sentence. */
export interface Finding {
  readonly severity: Severity;
  readonly text: string;
  readonly name: string;
  readonly id: string;
}

/** How grave, and the sentence: a finding before its resource is named. */
export type Entry = readonly [severity: Severity, text: string];

/** One sentence where something holds, else none. */
export const entryIf = (holds: boolean, ...entries: Entry): readonly Entry[] => (holds ? [entries] : []);

/** The entries about one resource, as findings. */
export const findingsOf = (resource: { readonly name: string; readonly id: string }, entries: readonly Entry[]): readonly Finding[] =>
  entries.map(([grave, text]) => ({ severity: grave, text, name: resource.name, id: resource.id }));

const rankOf = (one: Severity): number => severity.options.indexOf(one);

/** Findings as they are listed: the gravest first, then by the name of the resource, then as they were found. Source: VAL1. */
export const gravestFirst = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((a, b) => rankOf(b.severity) - rankOf(a.severity) || byText(a.name, b.name));
