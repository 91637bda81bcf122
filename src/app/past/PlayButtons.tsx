import { Pause, Play, SkipBack, SkipForward, StepBack, StepForward } from 'lucide-react';
import { useContext } from 'react';
import { ToolButton } from '#ui/ToolButton';
import type { RecordedMark } from '#streams/recording/timeline';
import { PlayheadContext } from './TimeTravelContext.ts';
import type { TravelCommand } from './timeTravel.ts';

interface Props {
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly errors: readonly RecordedMark[];
  readonly send: (command: TravelCommand) => void;
}

/**
 * Renders the button to the next error, off where none is after the shown moment. It stays focusable: a press that reaches the last error turns it off,
 * and the keyboard would lose its place.
 */
function NextError({ errors, send }: Pick<Props, 'errors' | 'send'>) {
  const playhead = useContext(PlayheadContext);
  const last = errors.at(-1);
  const isLeft = last !== undefined && playhead.kind === 'past' && playhead.moment.at < last.at;
  return (
    <ToolButton
      aria-label="Next error"
      word="Error"
      title={isLeft ? 'Next error' : `Next error: none is recorded${last === undefined ? '' : ' after this moment'}`}
      aria-disabled={!isLeft}
      onClick={() => {
        if (isLeft) send({ kind: 'find', marks: errors, direction: 1 });
      }}
    >
      <SkipForward aria-hidden="true" />
    </ToolButton>
  );
}

/** Renders the buttons that play, step, and go from error to error. */
export function PlayButtons({ isPlaying, speed, errors, send }: Props) {
  const hasErrors = errors.length > 0;
  return (
    <span className="buttons">
      <ToolButton
        aria-label="Previous error"
        word="Error"
        title={hasErrors ? 'Previous error' : 'Previous error: none is recorded'}
        disabled={!hasErrors}
        onClick={() => send({ kind: 'find', marks: errors, direction: -1 })}
      >
        <SkipBack aria-hidden="true" />
      </ToolButton>
      <ToolButton aria-label="Step back" word="Step" onClick={() => send({ kind: 'step', by: -1 })}>
        <StepBack aria-hidden="true" />
      </ToolButton>
      {isPlaying ? (
        <ToolButton aria-label="Pause" className="play" onClick={() => send({ kind: 'pause' })}>
          <Pause aria-hidden="true" />
        </ToolButton>
      ) : (
        <ToolButton aria-label="Play" className="play" onClick={() => send({ kind: 'play', speed })}>
          <Play aria-hidden="true" />
        </ToolButton>
      )}
      <ToolButton aria-label="Step forward" word="Step" onClick={() => send({ kind: 'step', by: 1 })}>
        <StepForward aria-hidden="true" />
      </ToolButton>
      <NextError errors={errors} send={send} />
    </span>
  );
}
