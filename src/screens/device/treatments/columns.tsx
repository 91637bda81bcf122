import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import type { Treatment } from '#contract/treatment';
import { wordText } from '#domain/text/labels';
import { MISSING, numberText, percentText } from '#domain/text/numbers';
import { noRecoveryReasons, rowsNotTreated, treatmentLink } from '#domain/treatments/treatment';
import type { Column } from '#ui/column';
import { FinishStatus } from '#widgets/FinishStatus';
import { ReachedEnd } from '#widgets/ReachedEnd';
import { StartTime } from '#widgets/StartTime';
import { TreatmentDownload } from '#widgets/TreatmentDownload';

const Words = chakra('span', { base: { display: 'block', py: { lg: '6px' }, whiteSpace: 'normal', overflowWrap: 'anywhere' } });

const reasonsText = ({ events }: Treatment) => noRecoveryReasons(events).map(wordText).join(', ') || MISSING;

/** The columns of a device's treatments. Source: DEV-151..161. */
export const columns: readonly Column<Treatment>[] = [
  {
    id: 'start',
    head: 'Start time',
    width: 106,
    narrow: 'place',
    cell: (treatment) => (
      <Words>
        <StartTime treatment={treatment} />
      </Words>
    ),
  },
  { id: 'map', head: 'Map', width: 100, narrow: 'title', cell: ({ map_name, map_id }) => <Words>{map_name ?? map_id ?? MISSING}</Words> },
  {
    id: 'mission',
    head: 'Mission',
    narrow: 'more',
    cell: ({ settings, mission_id }) => <Words>{settings?.mission_id ?? mission_id ?? MISSING}</Words>,
  },
  {
    id: 'result',
    head: 'Finish status',
    width: 166,
    narrow: 'state',
    cell: ({ finish_status, stats }) => <FinishStatus finish_status={finish_status} reached_end={stats?.reached_end} />,
  },
  { id: 'total', head: 'Rows total', width: 80, align: 'end', narrow: 'more', cell: ({ stats }) => numberText(stats?.total_asked) },
  {
    id: 'untreated',
    head: 'Rows not treated',
    width: 116,
    align: 'end',
    narrow: 'more',
    cell: ({ stats }) => numberText(rowsNotTreated(stats)),
  },
  {
    id: 'reasons',
    head: 'Reasons for no recovery',
    width: 164,
    narrow: 'more',
    cell: (treatment) => <Words>{reasonsText(treatment)}</Words>,
  },
  { id: 'coverage', head: 'Coverage', width: 86, align: 'end', narrow: 'value', cell: ({ stats }) => percentText(stats?.coverage) },
  { id: 'reached', head: 'Reached end', width: 92, narrow: 'more', cell: (treatment) => <ReachedEnd treatment={treatment} /> },
  {
    id: 'detail',
    head: '',
    label: 'To Details',
    width: 92,
    narrow: 'action',
    cell: ({ id }) => <Link to={treatmentLink(id)}>To Details</Link>,
  },
  { id: 'download', head: '', label: 'Download', width: 68, narrow: 'action', cell: ({ id }) => <TreatmentDownload id={id} /> },
];
