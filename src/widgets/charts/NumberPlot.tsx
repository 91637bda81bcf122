import { memo } from 'react';
import type uPlot from 'uplot';
import type { Scale } from '#domain/history/chartReadout';
import type { SeriesNumbers } from '#domain/history/deviceHistory';
import { type Colour, type HexOf, Plot, usePlot } from './usePlot.tsx';

/** A colour, and the highest value for which it is used. */
export interface Band {
  readonly upTo: number;
  readonly colour: Colour;
}

interface Props {
  readonly from: number;
  readonly to: number;
  readonly steps: readonly number[];
  readonly stepMs: number;
  readonly numbers: SeriesNumbers;
  readonly scale: Scale;
  /** The colours of the line by value, in ascending order. */
  readonly bands: readonly Band[];
}

/** Returns a vertical gradient with hard edges, which colours each part of a line according to its value. */
function strokeOf(bands: readonly Band[], { least, most }: Scale, hexOf: HexOf) {
  return ({ ctx, bbox }: uPlot): CanvasGradient => {
    const gradient = ctx.createLinearGradient(0, bbox.top + bbox.height, 0, bbox.top);
    let from = 0;
    for (const { upTo, colour } of bands) {
      const to = Math.min(1, (upTo - least) / (most - least));
      gradient.addColorStop(from, hexOf(colour));
      gradient.addColorStop(to, hexOf(colour));
      from = to;
    }
    return gradient;
  };
}

/** Returns the steps whose neighbours both have no value, so no line reaches them. */
const lonely = (values: readonly (number | null)[]): number[] =>
  values.flatMap((value, index) =>
    value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null ? [index] : [],
  );

function optionsOf({ from, to, numbers, scale, bands }: Props, hexOf: HexOf) {
  const stroke = strokeOf(bands, scale, hexOf);
  const edge = { stroke: 'transparent', width: 0, points: { show: false } };
  return {
    padding: [1, 0, 1, 0],
    legend: { show: false },
    cursor: { show: false },
    axes: [{ show: false }, { show: false }],
    scales: { x: { time: false, range: [from / 1_000, to / 1_000] }, y: { range: [scale.least, scale.most] } },
    bands: [{ series: [1, 2], fill: `${hexOf('fg.subtle')}55` }],
    series: [
      {},
      edge,
      edge,
      {
        stroke,
        width: 1.5,
        fill: `${hexOf('fg.subtle')}1c`,
        points: { show: true, size: 3, fill: stroke, filter: () => lonely(numbers.mean) },
      },
    ],
  } satisfies Omit<uPlot.Options, 'width' | 'height'>;
}

const drawing = {
  optionsOf,
  dataOf: ({ steps, stepMs, numbers }: Props): uPlot.AlignedData => [
    steps.map((at) => (at + stepMs / 2) / 1_000),
    [...numbers.most],
    [...numbers.least],
    [...numbers.mean],
  ],
};

/** Renders a number over a span: the mean as a line, and below it the range from minimum to maximum of each step. Steps without a value are not drawn. */
export const NumberPlot = memo((props: Props) => <Plot ref={usePlot(props, drawing)} aria-hidden="true" />);
NumberPlot.displayName = 'NumberPlot';
