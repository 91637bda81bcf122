import { chakra } from '@chakra-ui/react';
import { SearchField } from '#ui/SearchField';

interface Props {
  /** The searched entities, as the name of the search landmark. */
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Called on Enter, also of a blank search: chooses the first match. */
  readonly onTake: () => void;
}

/** Renders the search that filters devices by name; Enter chooses the first match. */
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
      <SearchField isBare label="Device name" placeholder="Device name" value={value} onValue={onValue} />
    </chakra.form>
  );
}
