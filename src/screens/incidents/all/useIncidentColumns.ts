import { useMemo } from 'react';
import type { Incident } from '#contract/incident';
import { getGreenhouses } from '#contract/place';
import { byText } from '#domain/text/byText';
import { codeMeanings } from '#domain/errorCodes/errorCode';
import { selectAnswer } from '#state/answers';
import { useFeature } from '#hooks/features';
import { selectErrorCatalogue } from '#state/referenceData';
import { selectProfile } from '#state/session';
import { useAppSelector } from '#hooks/useAppSelector';
import type { Filters } from '#ui/column';
import { useSame } from '#ui/useSame';
import { useMapNames } from '#widgets/useMapNames';
import { useDeviceOptions } from '#widgets/useDeviceOptions';
import { columnsWith } from './columns.tsx';

const chosenOf = (filters: Filters, id: string): readonly string[] => (filters[id] ? [filters[id]] : []);

/** Returns the codes of the catalogue, and those that devices reported and nobody has described. Source: SENT1. */
function useCodeOptions(written: ReadonlyMap<string, string>, chosen: readonly string[]) {
  const catalogue = useAppSelector(selectErrorCatalogue);
  const locale = useAppSelector((s) => selectProfile(s)?.locale);
  const codes = [...new Set([...chosen, ...written.keys()])].toSorted();
  return codes.map((code) => ({ value: code, label: `${code} ${codeMeanings(code, catalogue, locale, 'incidents')[0]}` }));
}

/** Returns the maps of the greenhouses and of the listed incidents as options. */
function useMapOptions(rows: readonly Incident[], chosen: readonly string[]) {
  const greenhouses = useAppSelector((s) => selectAnswer(s, getGreenhouses))?.results;
  const nameOf = useMapNames();
  const maps = [...chosen, ...(greenhouses ?? []).map(({ map_id }) => map_id), ...rows.map(({ map_id }) => map_id)];
  return [...new Set(maps.filter((map) => map != null).filter((map) => map !== ''))]
    .map((map) => ({ value: map, label: nameOf(map) }))
    .toSorted((a, b) => byText(a.label, b.label));
}

/** Returns the columns of the incidents with the options of their filters; the same list until the options change. */
export function useIncidentColumns(rows: readonly Incident[], filters: Filters, written: ReadonlyMap<string, string>) {
  const devices = useDeviceOptions(filters['device_serial'] || undefined);
  const codes = useCodeOptions(written, chosenOf(filters, 'error_code'));
  const maps = useMapOptions(rows, chosenOf(filters, 'map_id'));
  const isServerSide = useFeature('incident_filters');
  const choices = useSame({ codes, maps }, JSON.stringify([codes, maps]));
  return useMemo(() => columnsWith({ isServerSide, devices, ...choices }), [isServerSide, devices, choices]);
}
