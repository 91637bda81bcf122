import { chakra } from '@chakra-ui/react';
import { memo, useEffect, useState } from 'react';
import uPlot from 'uplot';
import { useColorMode } from '#ui/ColorMode';
import { palette } from '#ui/palette';

/** The few rules of uPlot's own style sheet that a plot without axes, legend and cursor needs. */
const Plot = chakra('div', {
  base: {
    position: 'absolute',
    inset: 0,
    overflow: 'hidden',
    pointerEvents: 'none',
    '& .u-wrap': { position: 'relative' },
    '& .u-over, & .u-under': { position: 'absolute' },
    '& canvas': { display: 'block', width: '100%', height: '100%' },
  },
});

type Colour = keyof typeof palette;

interface Props {
  /** A bar for each; none for null. */
  readonly amounts: readonly (number | null)[];
  readonly most: number;
  readonly colour: Colour;
}

function optionsOf({ amounts, most }: Props, fill: string) {
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

/** Renders amounts as bars of equal width beside each other. */
export const BarPlot = memo((props: Props) => {
  const { mode } = useColorMode();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (place === null) return undefined;
    const size = () => ({ width: Math.max(1, place.clientWidth), height: Math.max(1, place.clientHeight) });
    const data: uPlot.AlignedData = [props.amounts.map((_, index) => index), [...props.amounts]];
    const plot = new uPlot({ ...size(), ...optionsOf(props, palette[props.colour][mode === 'light' ? 0 : 1]) }, data, place);
    const resized = new ResizeObserver(() => plot.setSize(size()));
    resized.observe(place);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [place, props, mode]);
  return <Plot ref={setPlace} aria-hidden="true" />;
});
BarPlot.displayName = 'BarPlot';
