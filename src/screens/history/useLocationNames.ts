import { useMemo } from 'react';
import { getLocations } from '#contract/place';
import { useAnswer } from '#hooks/useAnswer';

/** Returns the function that gives the name of a location; its id while the name is unknown. */
export function useLocationNames(): (id: string) => string {
  const { answer } = useAnswer(getLocations, {}, {}, { allPages: true });
  return useMemo(() => {
    const names = new Map(answer?.results.map(({ id, name }) => [id, name]));
    return (id: string) => names.get(id) ?? id;
  }, [answer]);
}
