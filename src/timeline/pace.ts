/** The pace of the timeline's playback: the selectable speeds, and the command that plays. */

import { markedSpans } from '#domain/history/markedSpans';
import type { TravelCommand } from '#past/moments/timeTravel';
import type { RecordedMark } from '#streams/recording/timeline';

/** A factor, negative for backward, and whether quiet times between the marks are skipped. */
export interface Pace {
  readonly speed: number;
  readonly skipsQuiet: boolean;
}

/** The pace before another one is chosen. */
export const USUAL_PACE: Pace = { speed: 1, skipsQuiet: false };

const SPEEDS = [0.1, 0.5, 1, 4, 16, 60, 100, -1, -4, -16] as const;
const speedText = (speed: number) => (speed < 0 ? `${String(-speed)}x back` : `${String(speed)}x`);

/** The speeds as options. */
export const speedOptions = SPEEDS.map((speed) => ({ value: String(speed), label: speedText(speed) }));

/** Returns the command that plays at a pace. */
export const playAt = ({ speed, skipsQuiet }: Pace, marks: readonly RecordedMark[]): TravelCommand => ({
  kind: 'play',
  speed,
  ...(skipsQuiet ? { only: markedSpans(marks) } : {}),
});
