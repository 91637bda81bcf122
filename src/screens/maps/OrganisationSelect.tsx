import { chakra } from '@chakra-ui/react';
import { ComboField } from '#ui/form/ComboField';
import { namedOptions } from './placeOptions.ts';
import type { PlaceLists } from './usePlaceLists.ts';

interface Props extends Pick<PlaceLists, 'organisations'> {
  readonly value: string | null;
  readonly onValue: (id: string) => void;
}

/** Renders the choice of the organisation that a screen shows. Source: LOC-035. */
export function OrganisationSelect({ organisations, value, onValue }: Props) {
  return (
    <chakra.div maxWidth={{ md: '320px' }}>
      <ComboField label="Organisation" options={namedOptions(organisations, value)} value={value ?? ''} onValue={onValue} />
    </chakra.div>
  );
}
