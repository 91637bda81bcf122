import { useMemo } from 'react';
import { getAllMaps } from '#contract/map';
import { selectAnswer } from '#state/answers';
import { useAppSelector } from '#hooks/useAppSelector';

/** Returns map ids except those of archived maps; all ids while the maps are not loaded. Source: ARCHIVE2. */
export function useOfferedMaps(ids: readonly string[] | undefined): readonly string[] | undefined {
  const maps = useAppSelector((s) => selectAnswer(s, getAllMaps))?.results;
  return useMemo(() => {
    const archived = new Set((maps ?? []).flatMap((map) => (map.archived === true ? [map.id] : [])));
    return archived.size === 0 ? ids : ids?.filter((id) => !archived.has(id));
  }, [maps, ids]);
}
