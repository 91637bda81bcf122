import { useMemo } from 'react';
import { getAllMaps } from '#contract/map';
import { selectAnswer } from '#state/answers';
import { useAppSelector } from '#hooks/useAppSelector';

/** Returns the function that maps a map's id to its name: the id itself while the maps are not loaded, and name and id if two maps have the same name. */
export function useMapNames(): (id: string) => string {
  const maps = useAppSelector((s) => selectAnswer(s, getAllMaps))?.results;
  return useMemo(() => {
    const names = new Map((maps ?? []).map(({ id, name }) => [id, name]));
    const counts = new Map<string, number>();
    for (const name of names.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
    return (id) => {
      const name = names.get(id);
      if (name === undefined || name === '') return id;
      return counts.get(name) === 1 ? name : `${name} (${id})`;
    };
  }, [maps]);
}
