/** Colours as red, green and blue values, each 0..255, as deck.gl reads them. */

/** Red, green and blue, each 0..255, as deck.gl reads a colour. */
export type Rgb = [red: number, green: number, blue: number];

/** Parses a colour of the form `#RRGGBB`. */
export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Returns the colour as CSS. */
export const cssColour = ([red, green, blue]: Rgb) => `rgb(${red} ${green} ${blue})`;

/** Returns the colour with an opacity of `share` (0..1). */
export const faded = ([red, green, blue]: Rgb, share: number): [number, number, number, number] => [
  red,
  green,
  blue,
  Math.round(share * 255),
];
