import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { ChevronsLeft, ChevronsRight, FileDown } from 'lucide-react';
import { canExtend, type RoomExtension } from '#domain/incidents/roomPlayhead';
import { dateText, timeText } from '#domain/text/dates';
import { useKeepSpan } from '#hooks/useKeepSpan';
import { useRoomDownload } from '#hooks/useRoomDownload';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { Section } from '#ui/Section';
import { Skeleton } from '#ui/Skeleton';
import { SaveSpanDialog } from '#widgets/SaveSpanDialog';
import { useRoom } from './RoomContext.ts';
import { RoomControls } from './RoomControls.tsx';
import { RoomLanes } from './RoomLanes.tsx';
import type { RoomNote } from './useRoomNotes.ts';
import { useRoomKeys } from './useRoomKeys.ts';

const Stack = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '8px' } });
const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between' } });
/** On a phone, it is below the other two. */
const Save = chakra(Button, { base: { order: { base: 1, md: 0 } } });
/** As high as controls, lanes and buttons, so that the content below does not move. */
const Waiting = chakra('div', { base: { minHeight: '256px' }, variants: { hasNotes: { true: { minHeight: '288px' } } } });

const NONE: readonly RoomNote[] = [];

/** Renders the buttons that extend the room by a minute in each direction, and the one that saves it, after a question if the server keeps spans. */
function RoomButtons() {
  const { incident, errorAt, span, extension, extend, notes } = useRoom();
  const { progress, save } = useRoomDownload(incident.machine_serial, notes?.notes ?? NONE);
  const keep = useKeepSpan();
  const [isAsking, setAsking] = useState(false);
  const download = () => {
    setAsking(false);
    void save(span, errorAt);
  };
  const buttonProps = (direction: keyof RoomExtension) => ({
    size: 'sm' as const,
    variant: 'ghost' as const,
    disabled: !canExtend(extension, direction),
    onClick: () => extend(direction),
  });
  return (
    <>
      <Row>
        <Button {...buttonProps('before')}>
          <ChevronsLeft aria-hidden="true" />
          One minute earlier
        </Button>
        <Save size="sm" variant="ghost" disabled={progress === 'saving'} onClick={keep === null ? download : () => setAsking(true)}>
          <FileDown aria-hidden="true" />
          Download recording
        </Save>
        <Button {...buttonProps('after')}>
          One minute later
          <ChevronsRight aria-hidden="true" />
        </Button>
      </Row>
      {keep !== null && isAsking && (
        <SaveSpanDialog title="Download recording" span={span} keep={keep} onClose={() => setAsking(false)} onSave={download} />
      )}
      {progress === 'failed' && <Banner tone="warning">Nothing was saved: the recording could not be read.</Banner>}
    </>
  );
}

function Content() {
  const { reading, notes } = useRoom();
  const keys = useRoomKeys();
  if (reading.kind === 'failed')
    return (
      <Banner tone="warning" action={<Button onClick={reading.retry}>Try Again</Button>}>
        Loading failed
      </Banner>
    );
  if (reading.kind === 'unknown') return <Banner tone="quiet">Not known at that time</Banner>;
  const { record } = reading;
  if (record === null)
    return (
      <Waiting hasNotes={notes !== null}>
        <Skeleton width="100%" />
      </Waiting>
    );
  return (
    <Stack {...keys}>
      <RoomControls />
      <RoomLanes record={record} />
      <RoomButtons />
      {record.gaps.map((gap) => (
        <Banner key={gap} tone="warning">
          {gap}
        </Banner>
      ))}
    </Stack>
  );
}

/** Renders "What happened": the minutes around an incident on one playhead, with their loading, unknown and failed states. */
export function RoomTrack() {
  const { span } = useRoom();
  return (
    <Section title="What happened" end={`${dateText(span.from)}, ${timeText(span.from)} to ${timeText(span.to)}`} bare>
      <Content />
    </Section>
  );
}
