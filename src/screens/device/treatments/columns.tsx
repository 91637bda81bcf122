import { treatmentLink } from '#domain/addresses';
import { Link } from 'react-router-dom';
import type { Treatment } from '#contract/fleet/treatment';
import { wordText } from '#domain/text/labels';
import { MISSING, numberText, percentText } from '#domain/text/numbers';
import { noRecoveryReasons, rowsNotTreated } from '#domain/treatments/treatment';
import { cellTimeText } from '#domain/text/dates';
import { finishOf } from '#domain/treatments/finishStatus';
import { startOf } from '#domain/treatments/startTime';
import { yesNo } from '#domain/text/yesNo';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';
import { FinishStatus } from '#widgets/FinishStatus';
import { ReachedEnd } from '#widgets/ReachedEnd';
import { StartTime } from '#widgets/StartTime';
import { TreatmentDownload } from '#widgets/TreatmentDownload';

const reasonsText = ({ events }: Treatment) => noRecoveryReasons(events).map(wordText).join(', ') || MISSING;

/**
 * The columns of a device's treatments: Start time, Map, Mission, Result, Rows total, Rows not treated, Reasons for no recovery, Coverage,
 * Reached end. Source: DEV-151..161.
 */
export const columns: readonly Column<Treatment>[] = [
  {
    id: 'start',
    head: 'Start time',
    width: 106,
    narrow: 'place',
    exportValue: (treatment) => cellTimeText(startOf(treatment).at),
    cell: (treatment) => (
      <WrappingText>
        <StartTime treatment={treatment} />
      </WrappingText>
    ),
  },
  {
    id: 'map',
    head: 'Map',
    width: 100,
    narrow: 'title',
    exportValue: ({ map_name, map_id }) => map_name || map_id,
    cell: ({ map_name, map_id }) => <WrappingText>{map_name || map_id || MISSING}</WrappingText>,
  },
  {
    id: 'mission',
    head: 'Mission',
    narrow: 'more',
    exportValue: ({ settings, mission_id }) => settings?.mission_id || mission_id,
    cell: ({ settings, mission_id }) => <WrappingText>{settings?.mission_id || mission_id || MISSING}</WrappingText>,
  },
  {
    id: 'result',
    head: 'Finish status',
    width: 166,
    narrow: 'state',
    exportValue: ({ finish_status, stats }) => finishOf(finish_status, stats?.reached_end).label,
    cell: ({ finish_status, stats }) => <FinishStatus finish_status={finish_status} reached_end={stats?.reached_end} />,
  },
  {
    id: 'total',
    head: 'Rows total',
    width: 80,
    align: 'end',
    narrow: 'more',
    exportValue: ({ stats }) => stats?.total_asked,
    cell: ({ stats }) => numberText(stats?.total_asked),
  },
  {
    id: 'untreated',
    head: 'Rows not treated',
    width: 116,
    align: 'end',
    narrow: 'more',
    exportValue: ({ stats }) => rowsNotTreated(stats),
    cell: ({ stats }) => numberText(rowsNotTreated(stats)),
  },
  {
    id: 'reasons',
    head: 'Reasons for no recovery',
    width: 164,
    narrow: 'more',
    exportValue: reasonsText,
    cell: (treatment) => <WrappingText>{reasonsText(treatment)}</WrappingText>,
  },
  {
    id: 'coverage',
    head: 'Coverage',
    width: 86,
    align: 'end',
    narrow: 'value',
    exportValue: ({ stats }) => percentText(stats?.coverage),
    cell: ({ stats }) => percentText(stats?.coverage),
  },
  {
    id: 'reached',
    head: 'Reached end',
    width: 92,
    narrow: 'more',
    exportValue: ({ stats }) => yesNo(stats?.reached_end),
    cell: (treatment) => <ReachedEnd treatment={treatment} />,
  },
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
