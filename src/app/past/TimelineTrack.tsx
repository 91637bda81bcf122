import { dateTimeText } from '#domain/text/dates';
import { DensityTrack, type DensityProps } from './DensityTrack.tsx';

/** Step of the slider's keys, in ms. */
const STEP_MS = 1_000;
const LONG_STEP_MS = 10_000;
const DIRECTIONS: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['ArrowRight', 1],
  ['ArrowUp', 1],
]);

interface Props extends DensityProps {
  readonly at: number;
  readonly onSeek: (at: number) => void;
}

/** Renders how much happened when, with marks, and the slider "Moment" over it. */
export function TimelineTrack({ at, onSeek, ...track }: Props) {
  const { from, to } = track;
  const shown = Math.min(Math.max(at, from), to);
  return (
    <DensityTrack {...track} to={Math.max(to, from + STEP_MS)} shown={shown}>
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={dateTimeText(shown)}
        min={from}
        max={to}
        // Every moment is a value of the slider; the arrow keys make longer steps.
        step={1}
        value={shown}
        onKeyDown={(event) => {
          const direction = DIRECTIONS.get(event.key);
          if (direction === undefined) return;
          event.preventDefault();
          const wanted = shown + direction * (event.shiftKey ? LONG_STEP_MS : STEP_MS);
          onSeek(Math.min(Math.max(wanted, from), to));
        }}
        onChange={({ target }) => onSeek(Number(target.value))}
      />
    </DensityTrack>
  );
}
