import { useState } from 'react';
import { clampZoom, fitView, type PlanView, type Size } from './planView.ts';
import type { Bounds } from './position.ts';

interface Moved {
  readonly view: PlanView;
  readonly bounds: string;
}

/** The view of a plan: all of it until somebody moves it, and again when another plan takes its place. */
export function usePlanView(bounds: Bounds | null) {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [moved, setMoved] = useState<Moved | null>(null);
  const key = JSON.stringify(bounds);
  const view = moved?.bounds === key ? moved.view : fitView(bounds, size);
  return {
    size,
    setSize,
    view,
    setView: ({ target, zoom }: PlanView) => setMoved({ view: { target, zoom: clampZoom(zoom) }, bounds: key }),
    showAll: () => setMoved(null),
  };
}
