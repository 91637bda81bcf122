import { useMemo } from 'react';
import { getAllMaps } from '#contract/map';
import { selectAnswer } from '#state/answers';
import { useAppSelector } from '#hooks/useAppSelector';

/** Returns the ids of maps without those of archived ones; all of them while the maps are not loaded. Source: ARCHIVE2. */
export function useOfferedMaps(ids: readonly string[] | undefined): readonly string[] | undefined {
  const maps = useAppSelector((s) => selectAnswer(s, getAllMaps))?.results;
  return useMemo(() => {
    const archived = new Set((maps ?? []).flatMap((map) => (map.archived === true ? [map.id] : [])));
    return archived.size === 0 ? ids : ids?.filter((id) => !archived.has(id));
  }, [maps, ids]);
}
