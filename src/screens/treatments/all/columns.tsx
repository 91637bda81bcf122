import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import type { Treatment } from '#contract/fleet/treatment';
import { wordText } from '#domain/text/labels';
import { MISSING, percentText } from '#domain/text/numbers';
import { treatmentLink } from '#domain/addresses';
import { yesNo } from '#domain/text/yesNo';
import type { ChoiceFilter, Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';
import { DeviceLink } from '#widgets/DeviceLink';
import { FinishStatus } from '#widgets/FinishStatus';
import { TimeText } from '#widgets/TimeText';
import { cellTimeText } from '#domain/text/dates';
import { finishOf } from '#domain/treatments/finishStatus';
import { TreatmentDownload } from '#widgets/TreatmentDownload';

const nameOf = ({ device_names, device_serials }: Treatment, at: number) =>
  [device_names?.[at], device_serials[at]].filter((part) => part).join(', ');
const devicesOf = (treatment: Treatment) => treatment.device_serials.map((_, at) => nameOf(treatment, at)).join('; ');

const DeviceLinks = ({ treatment }: { readonly treatment: Treatment }) =>
  treatment.device_serials.map((serial, at) => (
    <Fragment key={serial}>
      {at > 0 && <span>; </span>}
      <DeviceLink serial={serial} name={nameOf(treatment, at)} />
    </Fragment>
  ));

/** Renders when a treatment started or, before that, when it was created. Source: TRT-004, GAP-24. */
function StartOrCreated({ treatment: { start_time, creation_time } }: { readonly treatment: Treatment }) {
  if (start_time) return <TimeText at={start_time} />;
  return (
    <>
      Created: <TimeText at={creation_time} />
    </>
  );
}

const BEFORE_DEVICE: readonly Column<Treatment>[] = [
  {
    id: 'start',
    head: 'Start time',
    width: 184,
    narrow: 'line',
    exportValue: ({ start_time }) => cellTimeText(start_time),
    cell: (treatment) => (
      <WrappingText>
        <StartOrCreated treatment={treatment} />
      </WrappingText>
    ),
  },
  {
    id: 'map',
    head: 'Map',
    narrow: 'title',
    exportValue: ({ map_name, map_id }) => map_name || map_id,
    cell: ({ map_name, map_id }) => <WrappingText>{map_name || map_id || MISSING}</WrappingText>,
  },
  {
    id: 'type',
    head: 'Treatment type',
    width: 120,
    narrow: 'more',
    exportValue: ({ treatment_type }) => (treatment_type == null ? null : wordText(treatment_type)),
    cell: ({ treatment_type }) => <WrappingText>{treatment_type == null ? MISSING : wordText(treatment_type)}</WrappingText>,
  },
];

const AFTER_DEVICE: readonly Column<Treatment>[] = [
  {
    id: 'status',
    head: 'Finish status',
    width: 168,
    narrow: 'state',
    exportValue: ({ finish_status, stats }) => finishOf(finish_status, stats?.reached_end).label,
    cell: ({ finish_status, stats }) => <FinishStatus finish_status={finish_status} reached_end={stats?.reached_end} />,
  },
  {
    id: 'coverage',
    head: 'Coverage',
    width: 92,
    align: 'end',
    narrow: 'value',
    exportValue: ({ stats }) => percentText(stats?.coverage),
    cell: ({ stats }) => percentText(stats?.coverage),
  },
  {
    id: 'test',
    head: 'Test mission',
    width: 108,
    narrow: 'more',
    exportValue: ({ test_mission }) => yesNo(test_mission),
    cell: ({ test_mission }) => yesNo(test_mission),
  },
  {
    id: 'detail',
    head: '',
    label: 'To Details',
    width: 96,
    narrow: 'action',
    cell: ({ id }) => <Link to={treatmentLink(id)}>To Details</Link>,
  },
  { id: 'download', head: '', label: 'Download', width: 68, narrow: 'action', cell: ({ id }) => <TreatmentDownload id={id} /> },
];

const deviceColumn = (options: ChoiceFilter['options']): Column<Treatment> => ({
  id: 'device',
  head: 'Device',
  width: 184,
  narrow: 'line',
  filter: { kind: 'choice', options },
  exportValue: devicesOf,
  cell: (treatment) => (
    <WrappingText>
      <DeviceLinks treatment={treatment} />
    </WrappingText>
  ),
});

/**
 * Returns the columns of all treatments: Start time, Map, Treatment type, Device, Mission status, Coverage, Test mission, download, link.
 * Source: TRT-003..014.
 */
export const columnsWith = (devices: ChoiceFilter['options']): readonly Column<Treatment>[] => [
  ...BEFORE_DEVICE,
  deviceColumn(devices),
  ...AFTER_DEVICE,
];
