import { useSearchParams } from 'react-router-dom';

/**
 * Returns the query parameters of Device Management in the URL, and a function that changes some of them. An empty value removes a
 * parameter. Each change adds a history entry.
 */
export function useOverviewParameters() {
  const [search, setSearch] = useSearchParams();
  const setParameters = (values: Readonly<Record<string, string>>) =>
    setSearch((known) => {
      const next = new URLSearchParams(known);
      for (const [name, value] of Object.entries(values)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  return [search, setParameters] as const;
}
