import { useSearchParams } from 'react-router-dom';
import { incidentFilters, parseIncidentsView, type IncidentsView } from '#domain/incidents/incident';

const INCIDENT_ID = 'incident_id';

/** Returns what the URL selects, one incident or the list with a filter, and the functions that change it. Source: INC-001..004. */
export function useIncidentsParameters() {
  const [search, setSearch] = useSearchParams();
  const changed = (change: (next: URLSearchParams) => void): URLSearchParams => {
    const next = new URLSearchParams(search);
    change(next);
    return next;
  };
  /** Returns the query string that opens one incident; Back returns to this list. */
  const searchOf = (id: string) => changed((next) => next.set(INCIDENT_ID, id));
  return {
    ...parseIncidentsView((name) => search.get(name)),
    searchOf: (id: string) => searchOf(id).toString(),
    open: (id: string) => setSearch(searchOf(id)),
    back: () => setSearch(changed((next) => next.delete(INCIDENT_ID))),
    /** Replaces the history entry, so that Back leads to the page before the list. */
    setFilter: (filter: IncidentsView['filter']) =>
      setSearch(
        changed((next) => {
          for (const name of incidentFilters) next.delete(name);
          if (filter !== null) next.set(filter.name, filter.value);
        }),
        { replace: true },
      ),
  };
}
