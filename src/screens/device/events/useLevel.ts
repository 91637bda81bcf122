import { useSearchParams } from 'react-router-dom';
import { levelOf } from '#domain/eventLevel';

const LEVEL = 'level';

/** The level that the address asks for, and the way to ask for another; '' is all. */
export function useLevel() {
  const [search, setSearch] = useSearchParams();
  const setLevel = (level: string) =>
    setSearch((known) => {
      const next = new URLSearchParams(known);
      if (level === '') next.delete(LEVEL);
      else next.set(LEVEL, level);
      return next;
    });
  return [levelOf(search.get(LEVEL)), setLevel] as const;
}
