import type { ReactNode } from 'react';
import type { Scale } from '#domain/history/chartReadout';
import { stepAt } from '#domain/history/chartSpan';
import type { DeviceHistory, SeriesNumbers } from '#domain/history/deviceHistory';
import { GridLine, Level, Ring, Row } from './chartParts.tsx';
import { type Band, NumberPlot } from './NumberPlot.tsx';

interface Props {
  readonly name: string;
  readonly unit: string;
  readonly height: number;
  /** The steps of the history; null until they are loaded. */
  readonly history: Pick<DeviceHistory, 'from' | 'to' | 'steps' | 'stepMs'> | null;
  readonly numbers: SeriesNumbers | undefined;
  readonly scale: Scale;
  /** The values of the grid lines. */
  readonly levels: readonly number[];
  readonly bands: readonly Band[];
  /** The instant whose value is shown next to the chart. */
  readonly at: number | null;
  readonly value: ReactNode;
}

/** Renders a number as a row: its axis, its line, a ring at the read instant, and the value at that instant. */
export function NumberRow({ name, unit, height, history, numbers, scale, levels, bands, at, value }: Props) {
  const { least, most } = scale;
  const topOf = (number: number) => `${((most - number) / (most - least)) * 100}%`;
  const mean = history === null || at === null ? null : (numbers?.mean[stepAt(history, at)] ?? null);
  return (
    <Row name={name} unit={unit} height={height} value={value}>
      {levels.map((level) => (
        <span key={level} aria-hidden="true">
          <GridLine is="level" style={{ top: topOf(level) }} />
          <Level isLowest={level === least} style={{ top: topOf(level) }}>
            {level}
          </Level>
        </span>
      ))}
      {history !== null && numbers !== undefined && (
        <NumberPlot {...{ numbers, scale, bands }} from={history.from} to={history.to} steps={history.steps} stepMs={history.stepMs} />
      )}
      {history !== null && at !== null && mean !== null && (
        <Ring
          aria-hidden="true"
          style={{ top: topOf(mean), insetInlineStart: `${((at - history.from) / (history.to - history.from)) * 100}%` }}
        />
      )}
    </Row>
  );
}
