import { useMemo } from 'react';
import { getAllMaps } from '#contract/map';
import { nameLabels } from '#domain/text/displayNames';
import { selectAnswer } from '#state/answers';
import { useAppSelector } from '#hooks/useAppSelector';

/** Returns the function that maps a map id to the map's display name, or to the id while the maps are not loaded. Source: NAMED2. */
export function useMapNames(): (id: string) => string {
  const maps = useAppSelector((s) => selectAnswer(s, getAllMaps))?.results;
  return useMemo(() => {
    const labels = nameLabels(maps ?? []);
    return (id) => labels.get(id) ?? id;
  }, [maps]);
}
