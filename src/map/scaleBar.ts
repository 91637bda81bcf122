import { pixelsPerMetre } from './planView.ts';

const LENGTHS_METRES = [50, 20, 10, 5, 2, 1, 0.5];
const WIDEST_PX = 120;

/** The longest round length that fits in 120 pixels at a zoom, and how wide it is drawn. */
export function scaleBar(zoom: number): { readonly lengthMetres: number; readonly widthPx: number } {
  const scale = pixelsPerMetre(zoom);
  const lengthMetres = LENGTHS_METRES.find((metres) => metres * scale <= WIDEST_PX) ?? 0.5;
  return { lengthMetres, widthPx: Math.round(lengthMetres * scale) };
}
