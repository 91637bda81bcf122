import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { Select } from './Select.tsx';

const Box = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 } });
const Label = chakra('label', { base: { color: 'fg.muted', whiteSpace: 'nowrap' } });
const Choice = chakra('div', { base: { display: 'grid', minWidth: '110px' } });

interface Props {
  readonly label: string;
  readonly choices: readonly string[];
  /** Returns the label of a choice; default: the choice itself. */
  readonly labelOf?: (choice: string) => string;
  readonly value: string;
  readonly disabled?: boolean;
  readonly onValue: (value: string) => void;
}

/** Renders a select with its label before it. */
export function LabelledSelect({ label, choices, labelOf = (choice) => choice, value, disabled, onValue }: Props) {
  const id = useId();
  return (
    <Box>
      <Label htmlFor={id}>{label}</Label>
      <Choice>
        <Select
          id={id}
          options={choices.map((choice) => ({ value: choice, label: labelOf(choice) }))}
          value={value}
          disabled={disabled}
          onValue={onValue}
        />
      </Choice>
    </Box>
  );
}
