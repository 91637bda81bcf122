import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { auditOutcomeOf } from '#domain/people/auditLines';
import { instantMs } from '#domain/text/dates';
import type { Filters } from '#ui/column';

/** The filters of columns, with the same names in the URL, the call and the table. */
const IN_COLUMNS = ['who', 'call', 'about', 'outcome'] as const;

const isoOf = (at: number | null): string | undefined => (at === null ? undefined : new Date(at).toISOString());

/** Returns the filters of the audit log in the URL: those of the columns, the period, and the query for the call. */
export function useAuditFilters() {
  const [search, setSearch] = useSearchParams();
  const setParameters = (values: Readonly<Record<string, string>>) =>
    setSearch((known) => {
      const next = new URLSearchParams(known);
      for (const [name, value] of Object.entries(values)) {
        if (value.trim() === '') next.delete(name);
        else next.set(name, value.trim());
      }
      return next;
    });
  const text = (name: string) => search.get(name) ?? undefined;
  const [from, to] = [instantMs(text('from')), instantMs(text('to'))];
  const filters = useMemo((): Filters => Object.fromEntries(IN_COLUMNS.map((name) => [name, search.get(name) ?? ''])), [search]);
  return {
    from,
    to,
    filters,
    setFilters: (next: Filters) => setParameters(Object.fromEntries(IN_COLUMNS.map((name) => [name, next[name] ?? '']))),
    setTime: (name: 'from' | 'to', at: number | null) => setParameters({ [name]: isoOf(at) ?? '' }),
    query: {
      from: isoOf(from),
      to: isoOf(to),
      who: text('who'),
      call: text('call'),
      about: text('about'),
      outcome: auditOutcomeOf(search.get('outcome')),
    },
  };
}
