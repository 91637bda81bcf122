import { chakra } from '@chakra-ui/react';
import { Film } from 'lucide-react';
import { useContext, useState } from 'react';
import { getIncidentVideo, type Incident } from '#contract/incident';
import { progressText } from '#domain/text/progress';
import { hasVideo, isVideo } from '#domain/incidents/incident';
import { useShownFile } from '#hooks/useShownFile';
import { Button } from '#ui/Button';
import { loadable } from '#ui/loadable';
import { Section } from '#ui/Section';
import { Video } from '#ui/Video';
import { RoomContext } from '../room/RoomContext.ts';

const Place = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '12px',
    aspectRatio: '16 / 9',
    maxHeight: '360px',
    width: '100%',
    bg: 'bg.subtle',
    borderRadius: 'sheet',
    color: 'fg.muted',
    fontWeight: 500,
  },
});
const Picture = chakra(Film, { base: { width: '24px', height: '24px', color: 'fg.subtle' } });

interface MessageProps {
  readonly text: string;
  /** A note whose changes screen readers do not announce. */
  readonly note?: string | undefined;
  readonly action?: string;
  readonly onAction?: () => void;
}

function VideoMessage({ text, note, action, onAction }: MessageProps) {
  return (
    <Place>
      <Picture aria-hidden="true" />
      <span role="status">{text}</span>
      {note !== undefined && <small>{note}</small>}
      {onAction !== undefined && <Button onClick={onAction}>{action}</Button>}
    </Place>
  );
}

// Loaded on demand, because only a room has a playhead that a video can follow.
const RoomFilm = loadable(async () => (await import('../room/RoomFilm.tsx')).RoomFilm, { waiting: null });

interface RoomVideoProps {
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly onBroken: () => void;
}

/** Renders the video, at the playhead of the room if there is one. */
function RoomVideo({ id, bytes, onBroken }: RoomVideoProps) {
  const reading = useContext(RoomContext)?.reading;
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const hasPlayhead = reading?.kind === 'known' || (reading?.kind === 'loading' && reading.record !== null);
  return (
    <>
      <Video label={`Video of incident ${id}`} bytes={bytes} type="video/mp4" onBroken={onBroken} onVideo={setVideo} />
      {hasPlayhead && <RoomFilm video={video} />}
    </>
  );
}

function LoadedVideo({ id }: { readonly id: string }) {
  const { bytes, failure, progress, isCancelled, isPossible, cancel, refresh } = useShownFile(getIncidentVideo, { incident_id: id });
  // The bytes that the browser could not decode.
  const [broken, setBroken] = useState<Uint8Array | null>(null);
  if (!isPossible) return <VideoMessage text="Not known at that time" />;
  if (bytes !== undefined) {
    if (bytes === broken) return <VideoMessage text="Loading failed" action="Try Again" onAction={refresh} />;
    if (!isVideo(bytes.byteLength)) return <VideoMessage text="Video not found" />;
    return <RoomVideo id={id} bytes={bytes} onBroken={() => setBroken(bytes)} />;
  }
  if (isCancelled) return <VideoMessage text="Video was not loaded" action="Load Video" onAction={refresh} />;
  if (failure === undefined) {
    return (
      <VideoMessage
        text="Loading video..."
        note={progress === undefined ? undefined : progressText(progress)}
        action="Cancel"
        onAction={cancel}
      />
    );
  }
  return failure.status === 404 ? (
    <VideoMessage text="Video not found" />
  ) : (
    <VideoMessage text="Loading failed" action="Try Again" onAction={refresh} />
  );
}

/** Renders the video of an incident once its mosaic is rendered, or why there is none. Source: INC-048..052. */
export function VideoSection({ incident }: { readonly incident: Incident }) {
  return (
    <Section title="Video" bare>
      {hasVideo(incident) ? (
        <LoadedVideo key={incident.incident_id} id={incident.incident_id} />
      ) : (
        <VideoMessage text="Mosaic was not rendered" />
      )}
    </Section>
  );
}
