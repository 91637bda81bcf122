import { useState } from 'react';
import { clampZoom, fitView, type PlanView, type Size } from './planView.ts';
import type { Bounds } from './position.ts';

interface Moved {
  readonly view: PlanView;
  readonly bounds: string;
}

/** Returns the view of a plan: fitted until the user moves it, and again when the plan changes. */
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
