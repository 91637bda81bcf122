import { chakra } from '@chakra-ui/react';
import { SearchField } from '#ui/SearchField';

/** Properties of the search of a device picker. */
export interface DeviceSearchProps {
  /** Name of the searched entities, which is the name of the search landmark. */
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Called on Enter, also with a blank search; selects the first match of a search that is not blank. */
  readonly onTake: () => void;
}

const Form = chakra('form', {
  variants: {
    place: {
      bar: { hideBelow: 'md', width: '148px' },
      list: { flex: 'none', height: '44px', borderBottom: '1px solid', borderColor: 'border' },
    },
  },
});

/**
 * Renders the search that filters devices by name; Enter selects the first match. Where the bar has no room for the search, it is in the open list. Source:
 * LIST4.
 */
export function DeviceSearch({ label, value, onValue, onTake, place }: DeviceSearchProps & { readonly place: 'bar' | 'list' }) {
  return (
    <Form
      role="search"
      aria-label={label}
      place={place}
      onSubmit={(event) => {
        event.preventDefault();
        onTake();
      }}
    >
      <SearchField isBare label="Device name" placeholder="Device name" value={value} onValue={onValue} />
    </Form>
  );
}
