import { useSearchParams } from 'react-router-dom';
import { getMapIds, getMapVersions } from '#contract/map';
import { useAnswer } from '#state/useAnswer';
import { shownVersion } from './shownMap.ts';
import { readTab } from './tabs.ts';

/** What the address can say of a map, the wider choice first: choosing one forgets those after it. */
const names = ['map_id', 'map_version', 'gutter_version', 'obstacle_version'] as const;
type Name = (typeof names)[number];
/** These two stand side by side: one does not forget the other. */
const layerNames: readonly Name[] = ['gutter_version', 'obstacle_version'];

const forgottenBy = (name: Name): readonly Name[] => (layerNames.includes(name) ? [] : names.slice(names.indexOf(name) + 1));
const parameter = (search: URLSearchParams, name: Name) => search.get(name) || null;

/** Which map, in which versions, on which tab: all of it stands in the address. Without an id it is the first map. */
export function useMapChoice() {
  const [search, setSearch] = useSearchParams();
  const ids = useAnswer(getMapIds, {});
  const listed = ids.answer?.result;
  const id = parameter(search, 'map_id') ?? listed?.[0] ?? null;
  const versions = useAnswer(getMapVersions, { id: id ?? '' }, {}, { isWanted: id !== null });
  const shown = shownVersion({
    asked: parameter(search, 'map_version'),
    versions: versions.answer?.versions,
    isLoading: id === null ? ids.isLoading : versions.isLoading,
  });
  const put = (name: string, value: string, forgotten: readonly string[]) =>
    setSearch((known) => {
      const next = new URLSearchParams(known);
      for (const other of forgotten) next.delete(other);
      next.set(name, value);
      return next;
    });
  return {
    ids,
    id,
    versions,
    /** With the one that is asked for, also where nobody knows it. */
    idChoices: id === null || listed?.includes(id) === true ? (listed ?? []) : [id, ...(listed ?? [])],
    shown,
    gutter: parameter(search, 'gutter_version') ?? shown.gutter,
    obstacle: parameter(search, 'obstacle_version') ?? shown.obstacle,
    tab: readTab(search.get('tab')),
    chooseTab: (tab: string) => put('tab', tab, []),
    choose: (name: Name, value: string) => put(name, value, forgottenBy(name)),
  };
}

/** The choice, as the parts of the screen take it. */
export type MapChoice = ReturnType<typeof useMapChoice>;
