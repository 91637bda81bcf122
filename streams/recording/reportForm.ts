/**
 * The form of a report (fields, order, kinds) for columns in recordings and between threads, and the text of a form. Column frames use a `reportShape` instead.
 */

import { letterOf, type Letter } from '../columns.ts';
import { DamagedRecording } from './bytes.ts';

/** Maximum number of fields of a report; without it, a foreign file could keep the reader busy for hours. */
export const MAX_FIELDS = 500;

/** The fields of a state in their order, with the kind of each: reports of one form differ only in their numbers and texts. */
export interface ReportForm {
  readonly names: readonly string[];
  readonly letters: readonly Letter[];
}

type State = Readonly<Record<string, unknown>>;

/** Returns whether a state has this form. */
export function isOfForm(form: ReportForm, state: State): boolean {
  let index = 0;
  for (const name in state) {
    if (form.names[index] !== name || form.letters[index] !== letterOf(state[name])) return false;
    index += 1;
  }
  return index === form.names.length;
}

/** Returns the form of a state; null if columns cannot represent the state. */
export function formOf(state: State): ReportForm | null {
  const names = Object.keys(state);
  const letters = names.map((name) => letterOf(state[name]));
  return letters.includes('-') || names.includes('__proto__') ? null : { names, letters };
}

/** Returns the text of a form, which is stored in the table of texts. */
export const formText = ({ names, letters }: ReportForm): string => JSON.stringify([names, letters.join('')]);

const isLetter = (letter: string): letter is Letter => 'nstf0'.includes(letter);
const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads the text of a form. */
export function readForm(text: string): ReportForm {
  const [names, word]: readonly unknown[] = parsedList(text);
  const letters = isText(word) ? word.split('').filter(isLetter) : [];
  if (
    !Array.isArray(names) ||
    !names.every(isText) ||
    names.length !== letters.length ||
    names.length > MAX_FIELDS ||
    names.includes('__proto__')
  )
    throw new DamagedRecording('The recording describes a report that cannot be.');
  return { names, letters };
}

function parsedList(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
