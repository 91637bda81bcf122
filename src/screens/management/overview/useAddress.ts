import { useSearchParams } from 'react-router-dom';

/** The query of the address, and the way to change some of it; an empty value takes a name out. Going back returns to what was before. */
export function useAddress() {
  const [search, setSearch] = useSearchParams();
  const put = (values: Readonly<Record<string, string>>) =>
    setSearch((known) => {
      const next = new URLSearchParams(known);
      for (const [name, value] of Object.entries(values)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  return [search, put] as const;
}
