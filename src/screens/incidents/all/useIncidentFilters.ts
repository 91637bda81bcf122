import { useMemo, useState } from 'react';
import type { Incident } from '#contract/incident';
import { dateTimeText } from '#domain/text/dates';
import { foundIn } from '#domain/text/foundIn';
import { chosenFilter, hasVideo } from '#domain/incidents/incident';
import { incidentFilterQuery } from '#domain/incidents/incidentFilters';
import { yesNo } from '#domain/text/yesNo';
import { useFeature } from '#hooks/features';
import type { Filters } from '#ui/column';
import { useIncidentsParameters } from './useIncidentsParameters.ts';

/** The value that each of these filters tests if it applies to the loaded page. Source: GAP-63. */
const looksInto = {
  video: (incident: Incident) => yesNo(hasVideo(incident)),
  time: ({ incident_time }: Incident) => dateTimeText(incident_time),
  id: ({ incident_id }: Incident) => incident_id,
} as const;
const own = ['video', 'time', 'id'] as const;

/** Filter names of the URL, mapped to those of the call. */
const onTheWire = { device_serial: 'machine_serial', treatment_id: 'treatment_id', error_code: 'error_code', map_id: 'map_id' } as const;

/** Returns the rows of the loaded page that pass these filters. */
const leftOf = (rows: readonly Incident[], held: Filters) =>
  rows.filter((row) => own.every((id) => foundIn(looksInto[id](row), held[id] ?? '')));

const PAGE_ONLY = 'Video, Error Time and Incident ID filter this page only; other pages may hold more.';

/**
 * The filters of the list. Those of device, code, map and treatment are in the URL, exclude each other and are applied by the server. The others are applied by
 * the server if it supports them, otherwise to the loaded page, which `notices` say. A code is sent as the server writes it, by `written`. Source: FILTER2.
 */
export function useIncidentFilters(written: ReadonlyMap<string, string>) {
  const isServerSide = useFeature('incident_filters');
  const { filter, setFilter } = useIncidentsParameters();
  const [held, setHeld] = useState<Filters>({});
  const { name, value } = filter ?? {};
  const filters = useMemo(
    (): Filters => (name === undefined || value === undefined ? held : { ...held, [name]: value }),
    [held, name, value],
  );
  const onFilters = (next: Filters) => {
    setHeld(Object.fromEntries(own.map((id) => [id, next[id] ?? ''])));
    const chosen = chosenFilter(filter, next);
    if (chosen?.name !== name || chosen?.value !== value) setFilter(chosen);
  };
  const sent = filter?.name === 'error_code' ? (written.get(filter.value) ?? filter.value) : filter?.value;
  const query = filter === null ? {} : { [onTheWire[filter.name]]: sent };
  const common = { filters, onFilters };
  if (!isServerSide) {
    const notices = own.some((id) => (held[id] ?? '') !== '') ? [PAGE_ONLY] : [];
    return { ...common, query, left: (rows: readonly Incident[]) => leftOf(rows, held), notices };
  }
  const { query: more, problems } = incidentFilterQuery(held, undefined);
  return { ...common, query: { ...query, ...more }, left: (rows: readonly Incident[]) => rows, notices: problems };
}
