import { useSearchParams } from 'react-router-dom';
import { withoutArchived } from '#domain/places/withoutArchived';
import { byText } from '#domain/text/byText';
import { useSiteConfig } from '#hooks/siteConfig';
import { useHeldDefault } from '#hooks/useHeldDefault';
import type { PlaceLists } from './usePlaceLists.ts';

/** Returns the shown organisation: that in the URL, otherwise the configured one if it exists, otherwise the first by name. Source: LOC-036, GAP-62. */
export function useOrganisationChoice({ organisations }: Pick<PlaceLists, 'organisations'>) {
  const { default_organisation_id } = useSiteConfig();
  const [search, setSearch] = useSearchParams();
  const choices = withoutArchived(organisations);
  const preset = choices.find(({ id }) => id === default_organisation_id);
  const first = choices.toSorted((a, b) => byText(a.name, b.name))[0];
  const held = useHeldDefault((preset ?? first)?.id ?? null);
  return {
    id: search.get('organisation') || held,
    choose: (chosen: string) =>
      setSearch((known) => {
        const { organisation: _, ...others } = Object.fromEntries(known);
        return chosen === '' ? others : { ...others, organisation: chosen };
      }),
  };
}
