import { useMemo } from 'react';
import { getOrganisations } from '#contract/place';
import { useAnswer } from '#state/hooks/useAnswer';
import type { Option } from '#ui/Select';

/** Returns the organisations visible to the user as options, sorted by name. */
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
