/**
 * The element in which uPlot draws (`Plot`), and the hook that draws in it (`usePlot`): again for another input or colour mode, and at the size of the element.
 */

import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import uPlot from 'uplot';
import { useColorMode } from '#ui/ColorMode';
import { palette } from '#ui/palette';

/** The element with the few rules of uPlot's own style sheet that a plot without axes, legend and cursor needs. */
export const Plot = chakra('div', {
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

/** The name of a colour of the palette. */
export type Colour = keyof typeof palette;
/** Returns the hex value of a colour in the current colour mode. */
export type HexOf = (colour: Colour) => string;

/** The functions that convert an input for uPlot; must be the same object at each render. */
interface Drawing<Input> {
  readonly optionsOf: (input: Input, hexOf: HexOf) => Omit<uPlot.Options, 'width' | 'height'>;
  readonly dataOf: (input: Input) => uPlot.AlignedData;
}

/** Returns a ref callback; draws the input in the element of the ref until another input replaces it. */
export function usePlot<Input extends object>(input: Input, { optionsOf, dataOf }: Drawing<Input>): (place: HTMLElement | null) => void {
  const { mode } = useColorMode();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (place === null) return undefined;
    const size = () => ({ width: Math.max(1, place.clientWidth), height: Math.max(1, place.clientHeight) });
    const hexOf: HexOf = (colour) => palette[colour][mode === 'light' ? 0 : 1];
    const plot = new uPlot({ ...size(), ...optionsOf(input, hexOf) }, dataOf(input), place);
    const resized = new ResizeObserver(() => plot.setSize(size()));
    resized.observe(place);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [place, input, optionsOf, dataOf, mode]);
  return setPlace;
}
