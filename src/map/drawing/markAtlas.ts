const CELL = 64;
type Point = readonly [x: number, y: number];

// Coordinates -1..1 in a cell, y down, pointing east: deck.gl rotates icons counter-clockwise, like theta.
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

/**
 * The name of an icon on the plan. The ghost is an outlined arrow at an earlier position of a device. The halo is a wider arrow in the background colour, drawn
 * below the arrow.
 */
export type MarkName = 'arrow' | 'ghost' | 'halo' | 'diamond' | 'cross' | 'turn';
const marks: Readonly<
  Record<MarkName, { readonly outline: readonly Point[]; readonly fill: boolean; readonly stroke: number; readonly isClosed: boolean }>
> = {
  arrow: { outline: arrow, fill: true, stroke: 0, isClosed: true },
  ghost: { outline: arrow, fill: false, stroke: 6, isClosed: true },
  halo: { outline: arrow, fill: true, stroke: 14, isClosed: true },
  diamond: { outline: diamond, fill: false, stroke: 8, isClosed: true },
  cross: { outline: cross, fill: false, stroke: 10, isClosed: false },
  turn: { outline: turn, fill: false, stroke: 9, isClosed: false },
};
const names: readonly MarkName[] = ['arrow', 'ghost', 'halo', 'diamond', 'cross', 'turn'];

/** Displayed size of a pin in pixels; the tip of the pin marks the position. Source: INC-066, CONST-054. */
export const PIN_PX = { width: 20, height: 70 } as const;
/** Factor by which the pin is drawn larger than displayed, for screens with more than one physical pixel per CSS pixel. */
const PIN_SCALE = 2;
const pinCell = { x: CELL * names.length, y: 0, width: PIN_PX.width * PIN_SCALE, height: PIN_PX.height * PIN_SCALE };

/** The position of each icon in the atlas. All icons are masks, which the layer colours. */
const iconMapping = {
  ...Object.fromEntries(
    names.map((name, index) => [
      name,
      { x: index * CELL, y: 0, width: CELL, height: CELL, anchorX: CELL / 2, anchorY: CELL / 2, mask: true },
    ]),
  ),
  pin: { ...pinCell, anchorX: pinCell.width / 2, anchorY: pinCell.height, mask: true },
};

/** Returns the atlas properties of an icon layer. The type is `object`, because deck.gl accepts a canvas here but its types do not allow it. */
export const iconProps = (iconAtlas: HTMLCanvasElement): object => ({ iconAtlas, iconMapping });

/** Draws a pin: a disc with an exclamation mark cut out, on a stem that ends in a point. */
function drawPin(pen: CanvasRenderingContext2D) {
  const middle = pinCell.x + pinCell.width / 2;
  const radius = pinCell.width / 2;
  pen.beginPath();
  pen.moveTo(middle - 4, radius * 1.8);
  pen.lineTo(middle + 4, radius * 1.8);
  pen.lineTo(middle, pinCell.height);
  pen.closePath();
  pen.fill();
  pen.beginPath();
  pen.arc(middle, radius, radius - 1, 0, 2 * Math.PI);
  pen.fill();
  pen.globalCompositeOperation = 'destination-out';
  pen.fillRect(middle - 2.5, radius - 11, 5, 13);
  pen.fillRect(middle - 2.5, radius + 5, 5, 5);
  pen.globalCompositeOperation = 'source-over';
}

/**
 * Draws the icons of a plan on a canvas: arrow, ghost, halo, diamond, cross, turn, pin. A canvas is used because the console's content security policy blocks
 * images from URLs and `data:`.
 */
export function markAtlas(canvas: HTMLCanvasElement): HTMLCanvasElement {
  canvas.width = pinCell.x + pinCell.width;
  canvas.height = pinCell.height;
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
  drawPin(pen);
  return canvas;
}
