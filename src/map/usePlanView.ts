import { useMemo, useState } from 'react';
import { type AddressCodec, useAddressState } from '#ui/pageAddress';
import { useSame } from '#ui/useSame';
import { clampZoom, fitView, keepOnPlan, leastZoom, type PlanCamera, type Size, viewWith } from './planView.ts';
import type { Bounds, Position } from './drawing/position.ts';

/** A millimetre and a thousandth of a zoom step are less than a pixel. */
const rounded = (value: number) => String(Math.round(value * 1_000) / 1_000);

/** Returns the codec of a camera, `east_north_zoom~bounds`; a text with other bounds than those of the plan is invalid. */
export function cameraCodec(bounds: Bounds | null): AddressCodec<PlanCamera | null> {
  const plan = bounds === null ? '' : [bounds.west, bounds.south, bounds.east, bounds.north].map(rounded).join('_');
  return {
    encode: (view) => (view === null ? '' : `${[...view.target, view.zoom].map(rounded).join('_')}~${plan}`),
    decode: (text) => {
      const [place = '', of] = text.split('~');
      const [east = NaN, north = NaN, zoom = NaN] = place.split('_').map(Number);
      return of === plan && [east, north, zoom].every(Number.isFinite) ? { target: [east, north], zoom } : null;
    },
  };
}

/**
 * Returns the view of a plan, kept in the URL: fitted until the user moves it, and again when the plan changes. Initially `first`, which may be outside the
 * plan, is in view, with a `zoom` in its middle. A page has only one plan.
 */
export function usePlanView(bounds: Bounds | null, first?: Position, zoom?: number) {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const key = JSON.stringify(bounds);
  const same = useSame(bounds, key);
  const codec = useMemo(() => cameraCodec(same), [same]);
  const [camera, setCamera] = useAddressState<PlanCamera | null>('camera', codec, null, 'later');
  // The unrounded view, from which a gesture continues.
  const [exact, setExact] = useState<PlanCamera | null>(null);
  const view = codec.encode(exact) === codec.encode(camera) ? exact : camera;
  // The first known place; the view does not follow it.
  const [begin, setBegin] = useState({ key, place: first });
  if (begin.key !== key || (begin.place === undefined && first !== undefined)) setBegin({ key, place: first });
  const fitted = fitView(bounds, size);
  const least = leastZoom(bounds, size);
  const around = (place: Position) =>
    zoom === undefined ? viewWith(fitted, place, size) : { target: place, zoom: clampZoom(zoom, least) };
  return {
    size,
    setSize,
    least,
    view: view === null ? (begin.place === undefined ? fitted : around(begin.place)) : keepOnPlan(view, bounds, least),
    setView: (wanted: PlanCamera) => {
      const next = keepOnPlan(wanted, bounds, least);
      setExact(next);
      setCamera(next);
    },
    showAll: () => setCamera(null),
  };
}
