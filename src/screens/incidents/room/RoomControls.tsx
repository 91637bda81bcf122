import { chakra } from '@chakra-ui/react';
import { OctagonAlert, Pause, Play, StepBack, StepForward } from 'lucide-react';
import { useContext } from 'react';
import { offsetInWords } from '#domain/incidents/lifeCycle';
import { roomSpeeds } from '#domain/incidents/roomPlayhead';
import { timeText } from '#domain/text/dates';
import { Button } from '#ui/Button';
import { IconButton } from '#ui/IconButton';
import { Segmented } from '#ui/Segmented';
import { RoomHeadContext, useRoom } from './RoomContext.ts';
import { STEP_MS } from './useRoomKeys.ts';

const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '4px', rowGap: '8px', minHeight: '44px' },
});
const PlayButton = chakra(IconButton, {
  base: { bg: 'fg', color: 'bg.panel', borderRadius: 'full', _hover: { bg: 'fg.muted', color: 'bg.panel' } },
});
const Moment = chakra('span', {
  base: { display: 'flex', flexWrap: 'wrap', columnGap: '8px', mx: '8px', fontVariantNumeric: 'tabular-nums' },
});
const Time = chakra('strong', { base: { fontWeight: 600 } });
const Offset = chakra('span', { base: { color: 'fg.muted' } });
const End = chakra('span', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', ms: { md: 'auto' } } });

/** Formats an instant of the playhead: the time with tenths of a second, or with milliseconds, which show a step by one frame. */
export const momentText = (at: number, digits: 1 | 3 = 1): string =>
  `${timeText(at)}.${String(Math.floor(at % 1_000))
    .padStart(3, '0')
    .slice(0, digits)}`;

const speeds = roomSpeeds.map((speed) => ({ value: String(speed), label: `${speed}x` }));

/** Renders the controls of the playhead: step, play and pause, its time and offset to the error, "To the error", and the speed. */
export function RoomControls() {
  const { errorAt, frameMs, send } = useRoom();
  const { at, isPlaying, speed } = useContext(RoomHeadContext);
  return (
    <Row>
      <IconButton aria-label="One second back" onClick={() => send({ kind: 'step', byMs: -STEP_MS })}>
        <StepBack aria-hidden="true" />
      </IconButton>
      <PlayButton aria-label={isPlaying ? 'Pause' : 'Play'} onClick={() => send({ kind: isPlaying ? 'pause' : 'play' })}>
        {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      </PlayButton>
      <IconButton aria-label="One second forward" onClick={() => send({ kind: 'step', byMs: STEP_MS })}>
        <StepForward aria-hidden="true" />
      </IconButton>
      <Moment>
        <Time>{momentText(at, frameMs === null || isPlaying ? 1 : 3)}</Time>
        <Offset>{offsetInWords(at - errorAt)}</Offset>
      </Moment>
      <End>
        <Button variant="ghost" onClick={() => send({ kind: 'seek', at: errorAt })}>
          <OctagonAlert aria-hidden="true" />
          To the error
        </Button>
        <Segmented
          label="Speed"
          options={speeds}
          value={String(speed)}
          onValue={(value) => send({ kind: 'speed', speed: Number(value) })}
        />
      </End>
    </Row>
  );
}
