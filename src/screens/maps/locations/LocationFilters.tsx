import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Location, Organisation } from '#contract/place';
import { ComboField } from '#ui/form/ComboField';
import { textInAddress, useAddressState } from '#ui/pageAddress';
import { SearchField } from '#ui/SearchField';
import { useArchived } from '#widgets/useArchived';
import { namedOptions } from '../placeOptions.ts';

const ALL = [{ value: '', label: 'All organisations' }];

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '12px',
  },
});
const Field = chakra('div', { base: { flex: { base: '1 1 100%', md: '0 1 220px' } } });
const End = chakra('div', { base: { ml: { md: 'auto' }, _empty: { display: 'none' } } });

/** Returns the filter of the locations; `words` names it in the empty table, and is undefined if there is no filter. */
export function useLocationFilter(organisations: readonly Organisation[], locations: readonly Location[]) {
  const archived = useArchived('locations', locations);
  const [text, setText] = useAddressState('locations.text', textInAddress, '', 'later');
  const [owner, setOwner] = useAddressState('locations.organisation', textInAddress, '');
  const words = [text.trim(), organisations.find(({ id }) => id === owner)?.name ?? owner].filter((word) => word !== '');
  const clear = () => {
    setText('');
    setOwner('');
  };
  return { text, setText, owner, setOwner, archived, clear, words: words.length === 0 ? undefined : words.join(', ') };
}

export type LocationFilter = ReturnType<typeof useLocationFilter>;

interface Props {
  readonly filter: LocationFilter;
  readonly organisations: readonly Organisation[];
  /** Shown at the end of the line: the legend of the map. */
  readonly children: ReactNode;
}

/** Renders the filter fields (search, organisation), which apply to both map and table. */
export function LocationFilters({ filter, organisations, children }: Props) {
  return (
    <Line>
      <Field>
        <SearchField label="Name or address" placeholder="Name or address" value={filter.text} onValue={filter.setText} />
      </Field>
      <Field>
        <ComboField
          isLabelHidden
          label="Organisation"
          placeholder="All organisations"
          options={[...ALL, ...namedOptions(organisations, filter.owner)]}
          value={filter.owner}
          onValue={filter.setOwner}
        />
      </Field>
      {filter.archived.filter}
      <End>{children}</End>
    </Line>
  );
}
