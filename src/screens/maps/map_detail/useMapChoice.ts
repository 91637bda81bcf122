import { useSearchParams } from 'react-router-dom';
import { getAllMaps, getMapIds, getMapVersions } from '#contract/map';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { useHeldDefault } from '#hooks/useHeldDefault';
import { selectAnswer } from '#state/answers';
import { useOfferedMaps } from '#widgets/useOfferedMaps';
import { shownVersion } from './shownVersion.ts';
import { readTab } from './tabs.ts';

/** The query parameters of a map, from general to specific; a change of one removes those after it. */
const names = ['map_id', 'map_version', 'gutter_version', 'obstacle_version'] as const;
type Name = (typeof names)[number];
/** These two are independent: a change of one keeps the other. */
const layerNames: readonly Name[] = ['gutter_version', 'obstacle_version'];

const forgottenBy = (name: Name): readonly Name[] => (layerNames.includes(name) ? [] : names.slice(names.indexOf(name) + 1));
const parameter = (search: URLSearchParams, name: Name) => search.get(name) || null;

/**
 * Returns `map_id`, `map_version`, `gutter_version`, `obstacle_version` and tab, all stored in the URL. Without an id it is the first map.
 */
export function useMapChoice() {
  const [search, setSearch] = useSearchParams();
  const ids = useAnswer(getMapIds, {});
  const listed = useOfferedMaps(ids.answer?.result);
  // The archived maps are known once the maps are.
  const areMapsKnown = useAppSelector((s) => selectAnswer(s, getAllMaps) !== undefined);
  const preset = useHeldDefault(listed?.[0] ?? null, areMapsKnown);
  const id = parameter(search, 'map_id') ?? preset;
  const versions = useAnswer(getMapVersions, { id: id ?? '' }, {}, { isWanted: id !== null });
  const shown = shownVersion({
    query: parameter(search, 'map_version'),
    versions: versions.answer?.versions,
    isLoading: id === null ? ids.isLoading : versions.isLoading,
  });
  const setParameter = (name: string, value: string, forgotten: readonly string[]) =>
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
    /** The options include the requested map, even if it is unknown. */
    idChoices: id === null || listed?.includes(id) === true ? (listed ?? []) : [id, ...(listed ?? [])],
    shown,
    gutter: parameter(search, 'gutter_version') ?? shown.gutter,
    obstacle: parameter(search, 'obstacle_version') ?? shown.obstacle,
    tab: readTab(search.get('tab')),
    chooseTab: (tab: string) => setParameter('tab', tab, []),
    /** Whether the upload of a new version is open in place of the tabs, because a page has only one plan. */
    isUploading: search.get('upload') === 'open',
    setUploading: (isOpen: boolean) =>
      setSearch((known) => {
        const next = new URLSearchParams(known);
        if (isOpen) next.set('upload', 'open');
        else next.delete('upload');
        return next;
      }),
    choose: (name: Name, value: string) => setParameter(name, value, forgottenBy(name)),
  };
}

export type MapChoice = ReturnType<typeof useMapChoice>;
