import { memo } from 'react';
import uPlot from 'uplot';
import { type Colour, type HexOf, Plot, usePlot } from './usePlot.tsx';

interface Props {
  /** The heights of the bars; no bar for null. */
  readonly amounts: readonly (number | null)[];
  readonly most: number;
  readonly colour: Colour;
}

function optionsOf({ amounts, most, colour }: Props, hexOf: HexOf) {
  const fill = hexOf(colour);
  const paths = uPlot.paths.bars?.({ size: [0.7, 28] });
  return {
    padding: [1, 0, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    axes: [{ show: false }, { show: false }],
    scales: { x: { time: false, range: [-0.5, amounts.length - 0.5] }, y: { range: [0, most] } },
    series: [{}, { fill, width: 0, stroke: fill, points: { show: false }, ...(paths === undefined ? {} : { paths }) }],
  } satisfies Omit<uPlot.Options, 'width' | 'height'>;
}

const drawing = {
  optionsOf,
  dataOf: ({ amounts }: Props): uPlot.AlignedData => [amounts.map((_, index) => index), [...amounts]],
};

/** Renders amounts as adjacent bars of equal width. */
export const BarPlot = memo((props: Props) => <Plot ref={usePlot(props, drawing)} aria-hidden="true" />);
BarPlot.displayName = 'BarPlot';
