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

export function ColumnFilter({ head, filter, value, onValue }: Props) {
  const label = `Filter ${head}`;
  if (filter.kind === 'text') {
    return <SearchField size="sm" label={label} placeholder={filter.placeholder} value={value} onValue={onValue} />;
  }
  const options = [{ value: '', label: filter.all ?? 'All' }, ...filter.options];
  const Choice = filter.segmented ? Segmented : Select;
  return <Choice size="sm" label={label} options={options} value={value} onValue={onValue} />;
}
