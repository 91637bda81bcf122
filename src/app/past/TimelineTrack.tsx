import { dateTimeText } from '#domain/text/dates';
import { DensityTrack, type DensityProps } from './DensityTrack.tsx';

/** Step of the slider's keys, in ms. */
const STEP_MS = 1_000;

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
        step={STEP_MS}
        value={shown}
        // The end is seldom a whole number of steps from the begin: forward, the last step leads to it.
        onChange={({ target }) => {
          const wanted = Number(target.value);
          onSeek(wanted > shown && wanted + STEP_MS > to ? to : wanted);
        }}
      />
    </DensityTrack>
  );
}
