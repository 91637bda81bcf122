import { Pause, Play, SkipBack, SkipForward, StepBack, StepForward } from 'lucide-react';
import { useContext } from 'react';
import type { RecordedMark } from '#streams/recording/timeline';
import { PlayheadContext } from '#hooks/TimeTravelContext';
import type { TravelCommand } from '#past/moments/timeTravel';
import { PlayGroup, PlayTool, StepTool } from './bar/barParts.tsx';

interface Props {
  readonly isPlaying: boolean;
  readonly play: () => void;
  /** The errors to which the buttons lead. */
  readonly errors: readonly RecordedMark[];
  /** The name of the device with these errors; null if they are those of all devices. */
  readonly of: string | null;
  readonly send: (command: TravelCommand) => void;
}

const ofText = (of: string | null) => (of === null ? '' : ` of ${of}`);

/**
 * Renders the button to the next error, disabled when no error follows the shown moment. It remains focusable, because the press that reaches the last error
 * disables it, and the keyboard focus would be lost.
 */
function NextError({ errors, of, send }: Pick<Props, 'errors' | 'of' | 'send'>) {
  const playhead = useContext(PlayheadContext);
  const last = errors.at(-1);
  const isLeft = last !== undefined && playhead.kind === 'past' && playhead.moment.at < last.at;
  return (
    <StepTool
      aria-label={`Next error${ofText(of)}`}
      word="Error"
      title={`Next error${ofText(of)}${isLeft ? '' : `: none is recorded${last === undefined ? '' : ' after this moment'}`}`}
      aria-disabled={!isLeft}
      onClick={() => {
        if (isLeft) send({ kind: 'find', marks: errors, direction: 1 });
      }}
    >
      <SkipForward aria-hidden="true" />
    </StepTool>
  );
}

/**
 * Renders the buttons play, pause, step, previous error and next error; the errors are those of the device whose page is shown, or of all devices on other
 * pages.
 */
export function PlayButtons({ isPlaying, play, errors, of, send }: Props) {
  const hasErrors = errors.length > 0;
  return (
    <PlayGroup>
      <StepTool
        aria-label={`Previous error${ofText(of)}`}
        word="Error"
        title={`Previous error${ofText(of)}${hasErrors ? '' : ': none is recorded'}`}
        disabled={!hasErrors}
        onClick={() => send({ kind: 'find', marks: errors, direction: -1 })}
      >
        <SkipBack aria-hidden="true" />
      </StepTool>
      <StepTool aria-label="Step back" word="Step" onClick={() => send({ kind: 'step', by: -1 })}>
        <StepBack aria-hidden="true" />
      </StepTool>
      {isPlaying ? (
        <PlayTool aria-label="Pause" onClick={() => send({ kind: 'pause' })}>
          <Pause aria-hidden="true" />
        </PlayTool>
      ) : (
        <PlayTool aria-label="Play" onClick={play}>
          <Play aria-hidden="true" />
        </PlayTool>
      )}
      <StepTool aria-label="Step forward" word="Step" onClick={() => send({ kind: 'step', by: 1 })}>
        <StepForward aria-hidden="true" />
      </StepTool>
      <NextError {...{ errors, of, send }} />
    </PlayGroup>
  );
}
