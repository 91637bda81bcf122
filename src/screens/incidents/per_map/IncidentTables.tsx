import { useMemo } from 'react';
import type { AnswerOf } from '#contract/call';
import type { getIncidentsOfMap } from '#contract/incident';
import { areSomeUnnamed, type LaneIncidents, outsideLanes } from '#domain/incidents/incidentLanes';
import { numberText } from '#domain/text/numbers';
import type { Answered } from '#hooks/useAnswer';
import { DataTable } from '#ui/table/DataTable';
import { Section } from '#ui/Section';
import { polledTableState } from '#widgets/polledTableState';
import { TimeText } from '#widgets/TimeText';
import { laneColumns, placeColumns } from './columns.tsx';
import type { PlacedIncident } from './planContent.ts';

const keyOfLane = ({ lane }: LaneIncidents) => lane;
const keyOfPlace = ({ id }: PlacedIncident) => id;

interface Props {
  readonly query: Answered<AnswerOf<typeof getIncidentsOfMap>>;
  readonly lanes: readonly LaneIncidents[];
  readonly places: readonly PlacedIncident[];
}

/** Renders the tables "Incidents per lane" and "Incidents on the map", which have the content of the plan. */
export function IncidentTables({ query, lanes, places }: Props) {
  const result = query.answer?.result;
  const common = { ...polledTableState(query), dense: true, onRetry: query.refresh };
  const columns = useMemo(() => placeColumns(places), [places]);
  const outside = result == null ? 0 : outsideLanes(result);
  const notes = [
    ...(result != null && areSomeUnnamed(result) ? ['The newest of each lane'] : []),
    ...(outside > 0 ? [`${numberText(outside)} more outside the lanes`] : []),
  ];
  const calculated =
    result == null ? undefined : (
      <>
        Calculated at <TimeText at={result.calculated_at} />
      </>
    );
  return (
    <>
      <Section title="Incidents per lane" end={calculated} bare>
        <DataTable
          {...common}
          name="incidents-per-lane"
          label="Number of incidents by lane"
          columns={laneColumns}
          rows={lanes}
          rowKey={keyOfLane}
        />
      </Section>
      <Section title="Incidents on the map" end={notes.length > 0 ? notes.join('; ') : undefined} bare>
        <DataTable
          {...common}
          name="incidents-on-map"
          label="Places of the incidents"
          columns={columns}
          rows={places}
          rowKey={keyOfPlace}
        />
      </Section>
    </>
  );
}
