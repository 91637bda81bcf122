import { useMemo } from 'react';
import { getLocations } from '#contract/place';
import { nameLabels } from '#domain/text/displayNames';
import { useAnswer } from '#hooks/useAnswer';

/** Returns a function that maps a location's id to its display name; the id itself while the name is unknown. Source: NAMED2. */
export function useLocationNames(): (id: string) => string {
  const { answer } = useAnswer(getLocations, {}, {}, { allPages: true });
  return useMemo(() => {
    const names = nameLabels(answer?.results ?? []);
    return (id: string) => names.get(id) ?? id;
  }, [answer]);
}
