/** The filter of a column: a text that is applied as a whole, or a choice from a few values. */

import { useState } from 'react';
import type { ChoiceFilter, TextFilter } from '../column.ts';
import { SearchField } from '../SearchField.tsx';
import { Segmented } from '../Segmented.tsx';
import { Select } from '../Select.tsx';

interface Props {
  readonly head: string;
  readonly filter: TextFilter | ChoiceFilter;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** Renders a text filter that is applied as a whole; a new `value` replaces the draft. */
function WholeText({
  filter,
  value,
  onValue,
  label,
}: Omit<Props, 'head' | 'filter'> & { readonly filter: TextFilter; readonly label: string }) {
  const [draft, setDraft] = useState({ of: value, text: value });
  if (draft.of !== value) setDraft({ of: value, text: value });
  const apply = () => {
    const text = draft.text.trim();
    if (text !== draft.text) setDraft({ of: value, text });
    if (text !== value) onValue(text);
  };
  return (
    <SearchField
      size="sm"
      label={label}
      placeholder={filter.placeholder}
      value={draft.text}
      onValue={(text) => setDraft({ of: value, text })}
      onDone={apply}
    />
  );
}

export function ColumnFilter({ head, filter, value, onValue }: Props) {
  const label = `Filter ${head}`;
  if (filter.kind === 'text' && filter.appliesOnEnter) return <WholeText {...{ filter, value, onValue, label }} />;
  if (filter.kind === 'text') {
    return <SearchField size="sm" label={label} placeholder={filter.placeholder} value={value} onValue={onValue} />;
  }
  const options = [{ value: '', label: filter.all ?? 'All' }, ...filter.options];
  const Choice = filter.segmented ? Segmented : Select;
  return <Choice size="sm" label={label} options={options} value={value} onValue={onValue} />;
}
