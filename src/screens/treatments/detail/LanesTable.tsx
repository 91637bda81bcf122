import { useMemo } from 'react';
import type { TreatmentJob } from '#contract/fleet/treatment';
import { durationText } from '#domain/text/duration';
import { numberText } from '#domain/text/numbers';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/table/DataTable';
import { Section } from '#ui/Section';
import { laneWords } from '#widgets/JobLegend';
import { type LaneRow, laneRows } from './laneRows.ts';

const stateText = ({ state, word, isRetry }: LaneRow): string =>
  isRetry ? `${laneWords[state]} again after a failure` : (word ?? laneWords[state]);

const lightColumns = (unit: string | null): readonly Column<LaneRow>[] => [
  { id: 'lane', head: 'Lane', narrow: 'title', sort: 'text', value: ({ lane }) => lane, cell: ({ lane }) => lane },
  {
    id: 'state',
    head: 'Job state',
    narrow: 'state',
    sort: 'text',
    value: stateText,
    cell: stateText,
  },
  {
    id: 'time',
    head: 'Treatment time',
    narrow: 'more',
    align: 'end',
    sort: 'number',
    value: ({ treatmentSeconds }) => treatmentSeconds,
    cell: ({ treatmentSeconds }) => durationText(treatmentSeconds),
  },
  {
    id: 'dosage',
    head: unit === null ? 'Dosage' : `Dosage (${unit})`,
    narrow: 'value',
    align: 'end',
    sort: 'number',
    value: ({ dosage }) => dosage,
    cell: ({ dosage }) => numberText(dosage),
  },
];
const keyOfRow = ({ lane }: LaneRow) => lane;

interface Props {
  readonly jobs: readonly TreatmentJob[];
  /** The unit of the dosages; null if it is not known. */
  readonly unit: string | null;
}

/** Renders the table "Lanes": Lane, Job state, Treatment time, Dosage. */
export function LanesTable({ jobs, unit }: Props) {
  const columns = useMemo(() => lightColumns(unit), [unit]);
  const rows = useMemo(() => laneRows(jobs), [jobs]);
  return (
    <Section title="Lanes" end={rows.length} bare>
      <DataTable dense name="treatment-lanes" label="Results by lane" columns={columns} rows={rows} rowKey={keyOfRow} />
    </Section>
  );
}
