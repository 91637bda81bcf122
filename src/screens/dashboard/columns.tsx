import { chakra } from '@chakra-ui/react';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { finishOf } from '#domain/treatments/finishStatus';
import { numberText, percentText } from '#domain/text/numbers';
import { startOf } from '#domain/treatments/startTime';
import { treatmentLink } from '#domain/addresses';
import { cellTimeText } from '#domain/text/dates';
import { yesNo } from '#domain/text/yesNo';
import type { Column } from '#ui/column';
import { DeviceLink } from '#widgets/DeviceLink';
import { FinishStatus } from '#widgets/FinishStatus';
import { ReachedEnd } from '#widgets/ReachedEnd';
import { StartTime } from '#widgets/StartTime';
import { CoverageBar } from './CoverageBar.tsx';
import type { TreatmentRow } from './lastDayRows.ts';

const Quiet = chakra('span', { base: { color: 'fg.subtle' } });

const serials = ({ treatment }: TreatmentRow) => treatment.device_serials.join(', ');

const Devices = ({ serials: each }: { readonly serials: readonly string[] }) =>
  each.map((serial, at) => (
    <Fragment key={serial}>
      {at > 0 && <span>, </span>}
      <DeviceLink serial={serial} name={serial} />
    </Fragment>
  ));

/**
 * The columns of the last day's treatments: Location, Device serial, Start time, Finish status, Lanes treated/asked, Coverage, Reached end,
 * download. Source: DASH-010..017.
 */
export const columns: readonly Column<TreatmentRow>[] = [
  {
    id: 'location',
    head: 'Location',
    narrow: 'title',
    sort: 'text',
    value: ({ location }) => location,
    cell: ({ location }) => location,
  },
  {
    id: 'serial',
    head: 'Device serial',
    width: 108,
    narrow: 'place',
    sort: 'text',
    value: serials,
    cell: ({ treatment: { device_serials } }) => <Devices serials={device_serials} />,
  },
  {
    id: 'start',
    head: 'Start time',
    width: 178,
    narrow: 'state',
    sort: 'number',
    value: ({ treatment }) => startOf(treatment).at,
    exportValue: ({ treatment }) => cellTimeText(startOf(treatment).at),
    cell: (row) => <StartTime {...row} />,
  },
  {
    id: 'finish',
    head: 'Finish status',
    width: 176,
    narrow: 'value',
    sort: 'text',
    value: ({ treatment }) => finishOf(treatment.finish_status, treatment.stats?.reached_end).label,
    cell: ({ treatment }) => <FinishStatus finish_status={treatment.finish_status} reached_end={treatment.stats?.reached_end} />,
  },
  {
    id: 'lanes',
    head: 'Lanes treated/asked',
    width: 162,
    narrow: 'action',
    align: 'end',
    sort: 'number',
    value: ({ treatment }) => treatment.stats?.total_treated,
    exportValue: ({ treatment: { stats } }) => `${numberText(stats?.total_treated)}/${numberText(stats?.total_asked)}`,
    cell: ({ treatment }) => (
      <>
        {numberText(treatment.stats?.total_treated)}
        <Quiet>/{numberText(treatment.stats?.total_asked)}</Quiet>
      </>
    ),
  },
  {
    id: 'coverage',
    head: 'Coverage',
    width: 142,
    narrow: 'action',
    sort: 'number',
    value: ({ treatment }) => treatment.stats?.coverage,
    exportValue: ({ treatment }) => percentText(treatment.stats?.coverage),
    cell: ({ treatment }) => <CoverageBar ratio={treatment.stats?.coverage} />,
  },
  {
    id: 'reached',
    head: 'Reached end',
    width: 98,
    exportValue: ({ treatment }) => yesNo(treatment.stats?.reached_end),
    cell: (row) => <ReachedEnd {...row} />,
  },
  {
    id: 'detail',
    head: '',
    label: 'To Details',
    width: 96,
    narrow: 'action',
    cell: ({ treatment }) => <Link to={treatmentLink(treatment.id)}>To Details</Link>,
  },
];
