import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import type { Incident } from '#contract/incident';
import { instantMs } from '#domain/text/dates';
import { dottedVersion } from '#domain/places/mapVersion';
import { incidentsOfMapLink, treatmentLink } from '#domain/addresses';
import { yesNo } from '#domain/text/yesNo';
import { useHoldsPast } from '#hooks/useHoldsPast';
import { Banner } from '#ui/Banner';
import { KeyValues } from '#ui/KeyValues';
import { loadable } from '#ui/loadable';
import { Section } from '#ui/Section';
import { TwoColumns } from '#ui/TwoColumns';
import { ErrorCode } from '#widgets/ErrorCode';
import { ErrorText } from '#widgets/ErrorText';
import { TimeText } from '#widgets/TimeText';
import { RoomProvider } from '../room/RoomProvider.tsx';
import { DeviceName } from './DeviceName.tsx';
import { ExtraInformation } from './ExtraInformation.tsx';
import { LogLines } from './LogLines.tsx';
import { PostProcessing } from './PostProcessing.tsx';
import { Recordings } from './Recordings.tsx';
import { VideoSection } from './VideoSection.tsx';

const Parts = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '24px' } });
/** A link among plain values, in the colour of the text. */
const Linked = chakra('span', { base: { color: 'accent.fg' } });

interface Props {
  readonly incident: Incident;
  /** Called after a post-processing step was retried. */
  readonly onRetried: () => void;
}

/** Renders when a part was uploaded: an instant, or yes or no if the server reports no instant. */
function UploadedAt({ at }: { readonly at: string | boolean | null | undefined }) {
  return typeof at === 'string' && instantMs(at) !== null ? <TimeText at={at} /> : <>{yesNo(at)}</>;
}

function Information({ incident }: Pick<Props, 'incident'>) {
  const { incident_id, incident_time, error_code: code, machine_serial: serial } = incident;
  return (
    <Section title="Incident Information">
      <KeyValues
        rows={[
          ['Incident ID', incident_id],
          ['Error Time', <TimeText key="time" at={incident_time} />],
          ['Error Code', !code ? null : <ErrorCode key="code" code={code} place="incidents" />],
          ['Description', !code ? null : <ErrorText key="text" code={code} place="incidents" />],
          [
            'Device',
            <Linked key="device">
              <DeviceName serial={serial} />
            </Linked>,
          ],
          ['Manually Triggered', yesNo(incident.manually_triggered)],
        ]}
      />
    </Section>
  );
}

function MetaData({
  incident: { map_id: map, map_version: version, node_id, during_mission, treatment_id: treatment },
}: Pick<Props, 'incident'>) {
  return (
    <Section title="Meta Data">
      <KeyValues
        rows={[
          [
            'Map',
            !map ? null : (
              <Linked key="map">
                <Link to={incidentsOfMapLink(map)}>{map}</Link>
              </Linked>
            ),
          ],
          ['Map Version', !version ? null : dottedVersion(version)],
          ['Node', node_id],
          ['During Mission', yesNo(during_mission)],
          [
            'Treatment ID',
            !treatment ? null : (
              <Linked key="treatment">
                <Link to={treatmentLink(treatment)}>{treatment}</Link>
              </Linked>
            ),
          ],
        ]}
      />
    </Section>
  );
}

const uploadRows = ({ upload_results: upload }: Incident) =>
  [
    ['Upload Started', <UploadedAt key="started" at={upload?.upload_started} />],
    ['Upload Finished', <UploadedAt key="finished" at={upload?.upload_finished} />],
  ] as const;

function DataStore({ incident }: Pick<Props, 'incident'>) {
  const { data_store_id, files_id, record_version } = incident;
  return (
    <Section title="Data Store Information">
      <KeyValues
        rows={[['Data Store ID', data_store_id], ['Files ID', files_id], ['Record Version', record_version], ...uploadRows(incident)]}
      />
    </Section>
  );
}

// Loaded on demand, because only the detail of an incident whose past is held shows them.
const RoomTrack = loadable(async () => (await import('../room/RoomTrack.tsx')).RoomTrack, { waiting: null });
const RoomSide = loadable(async () => (await import('../room/RoomSide.tsx')).RoomSide, { waiting: null });

function LeftFacts({ incident }: Pick<Props, 'incident'>) {
  return (
    <>
      <DataStore incident={incident} />
      <Recordings incident={incident} />
    </>
  );
}

function RightFacts({ incident, onRetried }: Props) {
  return (
    <>
      <Information incident={incident} />
      <MetaData incident={incident} />
      <PostProcessing incident={incident} onRetried={onRetried} />
      <ExtraInformation incident={incident} />
    </>
  );
}

/** Renders an incident as the server's history holds it at the shown moment. */
export function ListedIncident({ incident }: Pick<Props, 'incident'>) {
  return (
    <TwoColumns
      wide={
        <Parts>
          <Information incident={incident} />
          <Section title="Upload">
            <KeyValues rows={uploadRows(incident)} />
          </Section>
          <Banner tone="quiet">Video, files and how it was processed are not known at that time.</Banner>
        </Parts>
      }
      side={<MetaData incident={incident} />}
    />
  );
}

/**
 * Renders all sections of an incident: "Incident Information", "Meta Data" (map, node, mission, treatment), "Data Store Information"; with its room
 * if the past of its instant is held. Source: INC-023..028, OPEN-119.
 */
export function IncidentSections({ incident, onRetried }: Props) {
  const errorAt = instantMs(incident.incident_time) ?? 0;
  const hasRoom = useHoldsPast(errorAt);
  const left = <LeftFacts incident={incident} />;
  const right = <RightFacts {...{ incident, onRetried }} />;
  return (
    <RoomProvider key={incident.incident_id} incident={incident} errorAt={errorAt} isHeld={hasRoom}>
      <Parts>
        {/* The video keeps its place in the tree when the room appears, so that it is requested only once. */}
        <TwoColumns
          wide={
            <>
              <VideoSection incident={incident} />
              {hasRoom ? <RoomTrack /> : left}
            </>
          }
          side={hasRoom ? <RoomSide /> : right}
        />
        {hasRoom && <TwoColumns wide={left} side={right} />}
        <LogLines incident={incident} />
      </Parts>
    </RoomProvider>
  );
}
