import { compactState, type KeptState, tagState, type ReportedState } from '#contract/fleet/reportedState';
import { fields, flagFields, numberFields, setNumber, textFields, type Columns, type Reading, type Report } from '../columns.ts';

/** The values that the reports of one form share, and the fields in which they differ. */
interface Form {
  readonly shared: ReportedState;
  readonly numbers: readonly (typeof numberFields)[number][];
  readonly texts: readonly (typeof textFields)[number][];
}

function formOf(letters: string): Form {
  const has = (letter: string) => (field: (typeof fields)[number]) => letters[fields.indexOf(field)] === letter;
  const [numbers, texts] = [numberFields.filter(has('n')), textFields.filter(has('s'))];
  const shared: KeptState = {};
  for (const field of fields.filter(has('0'))) shared[field] = null;
  for (const field of flagFields) if (has('t')(field) || has('f')(field)) shared[field] = has('t')(field);
  for (const field of numbers) shared[field] = 0;
  for (const field of texts) shared[field] = '';
  return { shared: compactState(tagState(shared)), numbers, texts };
}

/** Creates the reader that converts the columns of one writer back into reports, in page and recorder; it must read all blocks, in order. */
export function columnReader(): (columns: Columns) => Reading {
  let texts: string[] = [];
  let forms = new Map<number, Form>();
  const formAt = (number: number): Form => {
    const form = forms.get(number) ?? formOf(texts[number] ?? '');
    forms.set(number, form);
    return form;
  };
  return ({ isFresh, texts: newTexts, values, others }) => {
    if (isFresh) [texts, forms] = [[], new Map()];
    for (const text of newTexts) texts.push(text);
    const reports: Report[] = [];
    let at = 0;
    while (at < values.length) {
      const form = formAt(values[at] ?? NaN);
      const serial = texts[values[at + 1] ?? NaN] ?? '';
      const reportedAt = values[at + 2] ?? NaN;
      at += 3;
      const state = { ...form.shared };
      for (const field of form.numbers) setNumber(state, field, values[at++] ?? NaN);
      for (const field of form.texts) state[field] = texts[values[at++] ?? NaN] ?? '';
      reports.push({ kind: 'device.stateReported', serial, reportedAt, state });
    }
    return { reports, others };
  };
}
