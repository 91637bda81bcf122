import { chakra } from '@chakra-ui/react';
import { SearchField } from '#ui/SearchField';

interface Props {
  /** What is searched for, as the name of the landmark. */
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Enter: takes the first device found. */
  readonly onTake: () => void;
}

/** Narrows the devices by name; Enter takes the first one found. */
export function DeviceSearch({ label, value, onValue, onTake }: Props) {
  return (
    <chakra.form
      role="search"
      aria-label={label}
      hideBelow="md"
      width="148px"
      onSubmit={(event) => {
        event.preventDefault();
        onTake();
      }}
    >
      <SearchField label="Device name" placeholder="Device name" value={value} onValue={onValue} />
    </chakra.form>
  );
}
