import { useMemo } from 'react';
import { getOrganisations } from '#contract/place';
import { withoutArchived } from '#domain/places/withoutArchived';
import { useAnswer } from '#hooks/useAnswer';
import type { Option } from '#ui/Select';

/** Returns the organisations visible to the user as options, sorted by name; an archived one only if it is already `chosen`. */
export function useOrganisationChoices(chosen?: string | null): readonly Option[] {
  const organisations = useAnswer(getOrganisations, {}, {}, { allPages: true }).answer?.results;
  return useMemo(
    () =>
      withoutArchived(organisations ?? [], chosen)
        .map(({ id, name, archived }) => ({ value: id, label: archived === true ? `${name} (archived)` : name }))
        .toSorted((one, other) => one.label.localeCompare(other.label, 'nl')),
    [organisations, chosen],
  );
}
