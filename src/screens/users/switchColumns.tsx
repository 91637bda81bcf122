/** The columns of the switches of the accounts of sessions: Organisation, Accounts, and the button that turns the switch. */

import { Button } from '#ui/Button';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';

/** A switch of an organisation; the id is null for that of the provider's staff. */
export interface SwitchRow {
  readonly id: string | null;
  readonly name: string;
  readonly isOn: boolean;
}

const stateText = ({ isOn }: SwitchRow) => (isOn ? 'Kept' : 'Not kept');
const turnText = ({ isOn }: SwitchRow) => (isOn ? 'Switch off' : 'Switch on');

/** Returns the columns; `onTurn` is null in the past, and for users who may not turn switches. */
export const switchColumns = (onTurn: ((row: SwitchRow) => void) | null): readonly Column<SwitchRow>[] => [
  {
    id: 'organisation',
    head: 'Organisation',
    narrow: 'title',
    sort: 'text',
    value: ({ name }) => name,
    cell: ({ name }) => <WrappingText>{name}</WrappingText>,
  },
  { id: 'state', head: 'Accounts', width: 160, narrow: 'state', sort: 'text', value: stateText, cell: stateText },
  {
    id: 'turn',
    head: '',
    label: 'Actions',
    width: 140,
    align: 'end',
    narrow: 'action',
    renderInputs: (row) => row,
    cell: (row) => (
      <Button
        size="sm"
        variant="raised"
        disabled={onTurn === null}
        aria-label={`${turnText(row)} for ${row.name}`}
        onClick={() => onTurn?.(row)}
      >
        {turnText(row)}
      </Button>
    ),
  },
];
