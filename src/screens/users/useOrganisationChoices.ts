import { useMemo } from 'react';
import { getOrganisations } from '#contract/place';
import { byText } from '#domain/text/byText';
import { nameLabels } from '#domain/text/displayNames';
import { withoutArchived } from '#domain/places/withoutArchived';
import { useAnswer } from '#hooks/useAnswer';
import type { Option } from '#ui/Select';

/** Returns the organisations visible to the user as options, sorted by display name; an archived one only if it is already `chosen`. Source: NAMED2. */
export function useOrganisationChoices(chosen?: string | null): readonly Option[] {
  const organisations = useAnswer(getOrganisations, {}, {}, { allPages: true }).answer?.results;
  return useMemo(() => {
    const labels = nameLabels(organisations ?? []);
    return withoutArchived(organisations ?? [], chosen)
      .map(({ id, archived }) => ({ value: id, label: `${labels.get(id) ?? id}${archived === true ? ' (archived)' : ''}` }))
      .toSorted((one, other) => byText(one.label, other.label));
  }, [organisations, chosen]);
}
