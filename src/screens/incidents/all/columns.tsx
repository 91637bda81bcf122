import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Incident } from '#contract/incident';
import { codeText } from '#domain/errorCodes/errorCode';
import { hasVideo, mapInformation } from '#domain/incidents/incident';
import { cellTimeText } from '#domain/text/dates';
import { MISSING } from '#domain/text/numbers';
import { incidentLink, treatmentLink } from '#domain/addresses';
import { yesNo } from '#domain/text/yesNo';
import type { ChoiceFilter, Column, TextFilter } from '#ui/column';
import { CopyAddress } from '#ui/CopyAddress';
import { Mark } from '#ui/Mark';
import { WholeWords } from '#ui/WrappingText';
import { ErrorCode } from '#widgets/ErrorCode';
import { TimeText } from '#widgets/TimeText';
import { DeviceName } from './DeviceName.tsx';
import { useIncidentsParameters } from './useIncidentsParameters.ts';

const yesOrNo = [true, false].map((is) => ({ value: yesNo(is), label: yesNo(is) }));

// The server's history does not hold how an incident was processed.
const videoText = (incident: Incident) => (incident.post_processing_results === null ? MISSING : yesNo(hasVideo(incident)));

function VideoMark({ incident }: { readonly incident: Incident }) {
  if (!hasVideo(incident)) return <>{videoText(incident)}</>;
  return (
    <Mark tone="online" icon={CircleCheck}>
      {yesNo(true)}
    </Mark>
  );
}

/** The options of the column filters; `isServerSide` means that the server supports the optional filters. */
interface Choices {
  readonly isServerSide: boolean;
  readonly devices: ChoiceFilter['options'];
  readonly codes: ChoiceFilter['options'];
  readonly maps: ChoiceFilter['options'];
}

/** The column filters that not every server supports. */
interface OwnFilters {
  readonly video: ChoiceFilter;
  readonly time: TextFilter;
  readonly id: TextFilter;
}

/** With server support, the filters apply to the whole list. */
const ofServer: OwnFilters = {
  video: { kind: 'choice', options: yesOrNo },
  time: { kind: 'text', placeholder: 'dd/mm/yyyy, hh:mm', appliesOnEnter: true },
  id: { kind: 'text', placeholder: 'Part of ID', appliesOnEnter: true },
};
/** Without server support, the filters apply to the loaded page, as their labels say. */
const ofPage: OwnFilters = {
  video: { kind: 'choice', options: yesOrNo, all: 'All on this page' },
  time: { kind: 'text', placeholder: 'Time, on this page' },
  id: { kind: 'text', placeholder: 'Incident, on this page' },
};
const ownFilters = (isServerSide: boolean): OwnFilters => (isServerSide ? ofServer : ofPage);

/**
 * Returns the columns of the incidents: Video, Device, Error Time, Error Code, Map Information, Incident ID, Treatment ID. Those with a
 * filter in the URL are named after its parameter. Source: INC-006..014, OPEN-117, OPEN-118, GAP-63.
 */
export const columnsWith = (choices: Choices): readonly Column<Incident>[] => [...faultColumns(choices), ...idColumns(choices), ...actions];

const faultColumns = ({ isServerSide, devices, codes }: Choices): readonly Column<Incident>[] => [
  {
    id: 'video',
    head: 'Video',
    width: 84,
    narrow: 'more',
    filter: ownFilters(isServerSide).video,
    exportValue: videoText,
    cell: (incident) => <VideoMark incident={incident} />,
  },
  {
    id: 'device_serial',
    head: 'Device',
    width: 140,
    narrow: 'place',
    filter: { kind: 'choice', options: devices },
    exportValue: ({ machine_serial }) => devices.find(({ value }) => value === machine_serial)?.label ?? machine_serial,
    cell: ({ machine_serial }) => <DeviceName serial={machine_serial} />,
  },
  {
    id: 'time',
    head: 'Error Time',
    width: 170,
    narrow: 'state',
    filter: ownFilters(isServerSide).time,
    exportValue: ({ incident_time }) => cellTimeText(incident_time),
    cell: ({ incident_time }) => <TimeText at={incident_time} />,
  },
  {
    id: 'error_code',
    head: 'Error Code',
    width: 108,
    narrow: 'title',
    filter: { kind: 'choice', options: codes },
    exportValue: ({ error_code }) => (!error_code ? null : codeText(error_code)),
    cell: ({ error_code }) => (!error_code ? MISSING : <ErrorCode code={error_code} place="incidents" />),
  },
];

const idColumns = ({ isServerSide, maps }: Choices): readonly Column<Incident>[] => [
  {
    id: 'map_id',
    head: 'Map Information',
    width: 152,
    narrow: 'more',
    filter: { kind: 'choice', options: maps },
    exportValue: mapInformation,
    cell: (incident) => <WholeWords text={mapInformation(incident)} />,
  },
  {
    id: 'id',
    head: 'Incident ID',
    narrow: 'more',
    filter: ownFilters(isServerSide).id,
    exportValue: ({ incident_id }) => incident_id,
    cell: ({ incident_id }) => <WholeWords text={incident_id} />,
  },
  {
    id: 'treatment_id',
    head: 'Treatment ID',
    narrow: 'more',
    filter: { kind: 'text', placeholder: 'Whole ID', appliesOnEnter: true },
    exportValue: ({ treatment_id }) => treatment_id,
    cell: ({ treatment_id: id }) => {
      if (!id) return MISSING;
      return (
        <Link to={treatmentLink(id)}>
          <WholeWords text={id} />
        </Link>
      );
    },
  },
];

const actions: readonly Column<Incident>[] = [
  { id: 'info', head: '', label: 'Info', width: 50, narrow: 'action', cell: ({ incident_id }) => <InfoLink id={incident_id} /> },
  {
    id: 'copy',
    head: '',
    label: 'Copy Link',
    width: 116,
    narrow: 'action',
    cell: ({ incident_id }) => <CopyAddress path={incidentLink(incident_id)}>Copy Link</CopyAddress>,
  },
];

/** Renders the link to the detail of an incident. */
function InfoLink({ id }: { readonly id: string }) {
  const { searchOf } = useIncidentsParameters();
  return <Link to={{ search: searchOf(id) }}>Info</Link>;
}
