import { chakra } from '@chakra-ui/react';
import { useContext, useState } from 'react';
import { filmStart, keptOffset, parseOffset, USUAL_FRAME_MS, withOffset } from '#domain/incidents/filmTime';
import { useFrameMs, useFrameStep, useVideoPlayhead, useVideoSeconds } from '#hooks/useVideoPlayhead';
import { useBrowserStorage } from '#ui/browserStorage';
import { NumberField } from '#ui/NumberField';
import { RoomHeadContext, useRoom } from './RoomContext.ts';

const KEY = 'video-offsets';
const LABEL = 'Video offset in seconds';

const Row = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '10px',
    rowGap: '4px',
    mt: '8px',
    textStyle: 'meta',
    color: 'fg.muted',
  },
});
const Typed = chakra('div', { base: { width: '88px', color: 'fg' } });
const Problem = chakra('span', { base: { color: 'error.fg' } });

/** Returns the offset of the incident's video in seconds as typed and as a number, kept in this browser, and its setter. */
function useOffset(id: string) {
  const remember = useBrowserStorage();
  const [typed, setTyped] = useState(() => String(keptOffset(remember.get(KEY), id)));
  const seconds = parseOffset(typed);
  const set = (text: string) => {
    setTyped(text);
    const parsed = parseOffset(text);
    if (parsed !== null) remember.set(KEY, withOffset(remember.get(KEY), id, parsed));
  };
  return { typed, seconds, set };
}

/** Returns the text that says how far one press of a key moves the video; `ms` is the length of a picture. */
const frameText = (ms: number, isMeasured: boolean): string =>
  `Comma and full stop step by a picture: 1/${String(Math.round(1_000 / ms))} s${isMeasured ? '' : ' until the video has played'}`;

/** Keeps the video of the incident at the playhead, and renders the field for its offset to the data. */
export function RoomFilm({ video }: { readonly video: HTMLVideoElement | null }) {
  const { incident, errorAt, send, setFrameMs } = useRoom();
  const head = useContext(RoomHeadContext);
  const seconds = useVideoSeconds(video);
  const { typed, seconds: offset, set } = useOffset(incident.incident_id);
  const startAt = filmStart(incident, errorAt, seconds) + (offset ?? 0) * 1_000;
  const measured = useFrameMs(video);
  const frameMs = seconds > 0 ? (measured ?? USUAL_FRAME_MS) : null;
  useFrameStep(frameMs, setFrameMs);
  useVideoPlayhead({ video, film: { startAt, seconds }, head, send });
  return (
    <Row>
      <span aria-hidden="true">Video offset</span>
      <Typed>
        <NumberField label={LABEL} isLabelHidden value={typed} onValue={set} aria-invalid={offset === null} />
      </Typed>
      {offset === null ? (
        <Problem role="alert">A number from -600 to 600</Problem>
      ) : (
        <span>seconds: a larger one shows the video later</span>
      )}
      {frameMs !== null && <span>{frameText(frameMs, measured !== null)}</span>}
    </Row>
  );
}
