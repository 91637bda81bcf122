import { chakra } from '@chakra-ui/react';
import type { ConfigDifference } from '#contract/devices/configuration';
import { configValueText } from '#domain/configuration/configEdit';
import type { Column } from '#ui/column';

const Missing = chakra('span', { base: { color: 'fg.subtle' } });
const Lines = chakra('span', { base: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } });

function Value({ value }: { readonly value: unknown }) {
  if (value == null) return <Missing>- not on this device</Missing>;
  return <Lines>{configValueText(value)}</Lines>;
}

/** Returns one column for the key and one per compared device. Source: FLEET-062, FLEET-063. */
export const differenceColumns = (first: string, second: string): readonly Column<ConfigDifference>[] => [
  {
    id: 'key',
    head: 'Key',
    sort: 'text',
    narrow: 'title',
    value: ({ key_value }) => key_value,
    filter: { kind: 'text', placeholder: 'File or parameter' },
    cell: ({ key_value }) => <span title={key_value}>{key_value}</span>,
  },
  {
    id: 'first',
    head: first,
    narrow: 'more',
    value: ({ value_machine_1 }) => (value_machine_1 == null ? null : configValueText(value_machine_1)),
    cell: ({ value_machine_1 }) => <Value value={value_machine_1} />,
  },
  {
    id: 'second',
    head: second,
    narrow: 'more',
    value: ({ value_machine_2 }) => (value_machine_2 == null ? null : configValueText(value_machine_2)),
    cell: ({ value_machine_2 }) => <Value value={value_machine_2} />,
  },
];
