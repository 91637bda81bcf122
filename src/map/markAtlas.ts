const CELL = 64;
type Point = readonly [x: number, y: number];

// In a cell from -1 to 1, y down, pointing east: deck.gl turns marks counter-clockwise, as theta counts.
const arrow: readonly Point[] = [
  [0.86, 0],
  [-0.7, -0.66],
  [-0.34, 0],
  [-0.7, 0.66],
];
const diamond: readonly Point[] = [
  [0, -0.8],
  [0.8, 0],
  [0, 0.8],
  [-0.8, 0],
];
const cross: readonly Point[] = [
  [-0.6, -0.6],
  [0.6, 0.6],
  [0, 0],
  [0.6, -0.6],
  [-0.6, 0.6],
];
const turn: readonly Point[] = [
  [-0.7, -0.7],
  [-0.62, -0.1],
  [0, -0.1],
  [-0.62, -0.1],
  [-0.2, -0.62],
  [0.3, -0.55],
  [0.62, -0.1],
  [0.5, 0.4],
  [0.1, 0.66],
  [-0.4, 0.55],
];

/** A mark on the plan. The halo is the arrow made broader, drawn below it in the colour of the ground. */
export type MarkName = 'arrow' | 'halo' | 'diamond' | 'cross' | 'turn';
const marks: Readonly<
  Record<MarkName, { readonly outline: readonly Point[]; readonly fill: boolean; readonly stroke: number; readonly isClosed: boolean }>
> = {
  arrow: { outline: arrow, fill: true, stroke: 0, isClosed: true },
  halo: { outline: arrow, fill: true, stroke: 14, isClosed: true },
  diamond: { outline: diamond, fill: false, stroke: 8, isClosed: true },
  cross: { outline: cross, fill: false, stroke: 10, isClosed: false },
  turn: { outline: turn, fill: false, stroke: 9, isClosed: false },
};
const names: readonly MarkName[] = ['arrow', 'halo', 'diamond', 'cross', 'turn'];

/** Where deck.gl finds each mark in the picture. All are masks, coloured by the layer that draws them. */
const iconMapping = Object.fromEntries(
  names.map((name, index) => [
    name,
    { x: index * CELL, y: 0, width: CELL, height: CELL, anchorX: CELL / 2, anchorY: CELL / 2, mask: true },
  ]),
);

/** How a layer of marks is given the picture. `object`, because deck.gl takes a canvas here but its types do not say so. */
export const marksFrom = (iconAtlas: HTMLCanvasElement): object => ({ iconAtlas, iconMapping });

/** Draws the marks. A canvas, because a picture from an address or a `data:` text is refused by the console's content policy. */
export function markAtlas(canvas: HTMLCanvasElement): HTMLCanvasElement {
  canvas.width = CELL * names.length;
  canvas.height = CELL;
  const pen = canvas.getContext('2d');
  if (pen === null) return canvas;
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  names.forEach((name, index) => {
    const { outline, fill, stroke, isClosed } = marks[name];
    pen.beginPath();
    for (const [x, y] of outline) pen.lineTo(CELL * (index + 0.5 + x * 0.4), CELL * (0.5 + y * 0.4));
    if (isClosed) pen.closePath();
    if (fill) pen.fill();
    pen.lineWidth = stroke;
    if (stroke > 0) pen.stroke();
  });
  return canvas;
}
