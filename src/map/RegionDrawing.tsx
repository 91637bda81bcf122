import { chakra } from '@chakra-ui/react';
import { type PointerEvent, useState } from 'react';
import type { Bounds, Position } from './drawing/position.ts';
import { type PlanCamera, type Size, unproject } from './planView.ts';

/** The receiver of a drawn rectangle. */
export interface RegionReceiver {
  readonly onDrawn: (region: Bounds) => void;
}

/** Covers the plan below its overlays; a finger on this surface draws instead of scrolling the page. */
const Surface = chakra('div', { base: { gridArea: '1 / 1', position: 'relative', zIndex: 0, cursor: 'crosshair', touchAction: 'none' } });
const Drawn = chakra('div', {
  base: {
    position: 'absolute',
    border: '2px solid',
    borderColor: 'accent.solid',
    bg: 'color-mix(in srgb, var(--o-colors-accent-solid) 14%, transparent)',
    pointerEvents: 'none',
  },
});

/** Minimum length of a drag, in pixels; a shorter drag is a press and draws nothing. */
const LEAST_PX = 6;
/** Rounds a coordinate of a drawn rectangle to centimetres. */
const rounded = (metres: number) => Math.round(metres * 100) / 100;

interface Drag {
  readonly from: Position;
  readonly to: Position;
}

/** Returns the rectangle between two pixels of a view in metres; null for a drag shorter than `LEAST_PX` in either direction. */
export function regionBetween(view: PlanCamera, size: Size, { from, to }: Drag): Bounds | null {
  if (Math.abs(from[0] - to[0]) < LEAST_PX || Math.abs(from[1] - to[1]) < LEAST_PX) return null;
  const [one, other] = [unproject(view, size, from), unproject(view, size, to)];
  return {
    west: rounded(Math.min(one[0], other[0])),
    south: rounded(Math.min(one[1], other[1])),
    east: rounded(Math.max(one[0], other[0])),
    north: rounded(Math.max(one[1], other[1])),
  };
}

function pixelOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Position {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return [Math.min(width, Math.max(0, clientX - left)), Math.min(height, Math.max(0, clientY - top))];
}

interface Props {
  readonly view: PlanCamera;
  readonly size: Size;
  readonly draws: RegionReceiver;
}

/** Renders the surface on which a drag draws a rectangle. Users of keyboard and screen reader enter its edges next to the plan instead. */
export function RegionDrawing({ view, size, draws }: Props) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = pixelOf(event);
    setDrag({ from, to: from });
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (drag !== null && event.isPrimary) setDrag({ ...drag, to: pixelOf(event) });
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    if (drag === null || !event.isPrimary) return;
    const region = regionBetween(view, size, { ...drag, to: pixelOf(event) });
    setDrag(null);
    if (region !== null) draws.onDrawn(region);
  };
  return (
    <Surface
      aria-hidden="true"
      data-draws=""
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
    >
      {drag !== null && (
        <Drawn
          style={{
            left: Math.min(drag.from[0], drag.to[0]),
            top: Math.min(drag.from[1], drag.to[1]),
            width: Math.abs(drag.from[0] - drag.to[0]),
            height: Math.abs(drag.from[1] - drag.to[1]),
          }}
        />
      )}
    </Surface>
  );
}
