/** Red, green and blue, each 0..255, as deck.gl reads a colour. */
export type Rgb = [red: number, green: number, blue: number];

/** Reads `#RRGGBB`. */
export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The same colour for a style sheet. */
export const cssColour = ([red, green, blue]: Rgb) => `rgb(${red} ${green} ${blue})`;

/** The same colour, `share` 0..1 opaque. */
export const faded = ([red, green, blue]: Rgb, share: number): [number, number, number, number] => [
  red,
  green,
  blue,
  Math.round(share * 255),
];
