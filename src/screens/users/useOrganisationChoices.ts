import { useMemo } from 'react';
import { getOrganisations } from '#contract/place';
import { useAnswer } from '#state/useAnswer';
import type { Option } from '#ui/Select';

/** The organisations that the person may see, by name. */
export function useOrganisationChoices(): readonly Option[] {
  const organisations = useAnswer(getOrganisations, {}, {}, { allPages: true }).answer?.results;
  return useMemo(
    () =>
      (organisations ?? [])
        .map(({ id, name }) => ({ value: id, label: name }))
        .toSorted((one, other) => one.label.localeCompare(other.label, 'nl')),
    [organisations],
  );
}
