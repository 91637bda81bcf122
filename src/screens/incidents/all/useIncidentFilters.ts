import { useMemo, useState } from 'react';
import type { Incident } from '#contract/incident';
import { dateTimeText } from '#domain/dates';
import { chosenFilter, hasVideo } from '#domain/incident';
import { yesNo } from '#domain/yesNo';
import type { Filters } from '#ui/column';
import { useIncidentsAddress } from './useIncidentsAddress.ts';

/** What the filters of the loaded page look into. Source: GAP-63. */
const looksInto = {
  video: (incident: Incident) => yesNo(hasVideo(incident)),
  time: ({ incident_time }: Incident) => dateTimeText(incident_time),
  id: ({ incident_id }: Incident) => incident_id,
} as const;
const own = ['video', 'time', 'id'] as const;

/** The names of the address, as the call has them. */
const onTheWire = { device_serial: 'machine_serial', treatment_id: 'treatment_id', error_code: 'error_code', map_id: 'map_id' } as const;

/**
 * The filters of the list: those of device, code, map and treatment stand in the address and are the server's, and exclude each other; the
 * others leave what they find on the loaded page.
 */
export function useIncidentFilters() {
  const { filter, setFilter } = useIncidentsAddress();
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
  const left = (rows: readonly Incident[]) =>
    rows.filter((row) =>
      own.every((id) =>
        looksInto[id](row)
          .toLowerCase()
          .includes((held[id] ?? '').toLowerCase()),
      ),
    );
  return {
    query: filter === null ? {} : { [onTheWire[filter.name]]: filter.value },
    filters,
    onFilters,
    left,
    isNarrowed: own.some((id) => (held[id] ?? '') !== ''),
  };
}
