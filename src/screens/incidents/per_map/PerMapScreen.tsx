import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getIncidentsOfMap } from '#contract/incident';
import { getMapIds } from '#contract/map';
import { incidentLanes } from '#domain/incidents/incidentLanes';
import { useAnswer } from '#hooks/useAnswer';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { LabelledSelect } from '#ui/LabelledSelect';
import { Page } from '#ui/Page';
import { TwoColumns } from '#ui/TwoColumns';
import { Awaited } from '#widgets/Awaited';
import { useMapNames } from '#widgets/useMapNames';
import { useOfferedMaps } from '#widgets/useOfferedMaps';
import { CountedPeriod } from '../CountedPeriod.tsx';
import { useCountedPeriod } from '../useCountedPeriod.ts';
import { IncidentTables } from './IncidentTables.tsx';
import { placedIncidents } from './planContent.ts';
import { IncidentPlanSection } from './PlanSection.tsx';

function IncidentsOf({ id }: { readonly id: string }) {
  const query = useAnswer(getIncidentsOfMap, { id }, useCountedPeriod().query);
  const result = query.answer?.result;
  const lanes = useMemo(() => incidentLanes(result), [result]);
  const places = useMemo(() => placedIncidents(result), [result]);
  return (
    <TwoColumns
      wide={<IncidentPlanSection id={id} lanes={lanes} places={places} />}
      side={<IncidentTables query={query} lanes={lanes} places={places} />}
    />
  );
}

/** The Incidents per Map screen: the map selected in the URL, and its incidents by lane and position. Source: INC-061..070. */
export function PerMapScreen() {
  const nameOf = useMapNames();
  const { ids, id, choices, choose } = useMapOfAddress();
  return (
    <Page actions={id === null ? undefined : <LabelledSelect label="Map" choices={choices} labelOf={nameOf} value={id} onValue={choose} />}>
      {id === null && ids.failure !== undefined && (
        <Banner tone="warning" action={<Button onClick={ids.refresh}>Try Again</Button>}>
          Loading failed
        </Banner>
      )}
      {id === null && ids.failure === undefined && <Awaited query={ids} none="There are no maps." />}
      {id !== null && <CountedPeriod />}
      {id !== null && <IncidentsOf key={id} id={id} />}
    </Page>
  );
}

/** Returns the map named in the URL, otherwise the first one; selecting one updates the URL. Source: INC-061, INC-068, INC-069. */
function useMapOfAddress() {
  const [search, setSearch] = useSearchParams();
  const ids = useAnswer(getMapIds, {});
  const listed = useOfferedMaps(ids.answer?.result) ?? [];
  const id = (search.get('map_id') || listed[0]) ?? null;
  return {
    ids,
    id,
    /** The options include the requested map, even if it is unknown. */
    choices: id === null || listed.includes(id) ? listed : [id, ...listed],
    choose: (map_id: string) =>
      setSearch((known) => {
        const next = new URLSearchParams(known);
        next.set('map_id', map_id);
        return next;
      }),
  };
}
