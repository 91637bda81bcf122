import { useMemo, useState } from 'react';
import { type AddressCodec, useAddressState } from '#ui/pageAddress';
import { useSame } from '#ui/useSame';
import { clampZoom, fitView, keepOnPlan, leastZoom, type PlanCamera, type Size, viewWith } from './planView.ts';
import type { Bounds, Position } from './drawing/position.ts';

/** Rounds to three decimals: a millimetre and a thousandth of a zoom step are less than a pixel. */
const rounded = (value: number) => String(Math.round(value * 1_000) / 1_000);

/** Returns the codec of a camera, `east_north_zoom~bounds`; a text with bounds other than the plan's is invalid. */
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
 * Returns the view of a plan, which the URL stores: fitted until the user moves it, and again when the plan changes. Initially, `first`, which may be outside
 * the plan, is in view, or, with a `zoom`, in its centre. A page has only one plan.
 */
export function usePlanView(bounds: Bounds | null, first?: Position, zoom?: number) {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const key = JSON.stringify(bounds);
  const same = useSame(bounds, key);
  const codec = useMemo(() => cameraCodec(same), [same]);
  const [camera, setCamera] = useAddressState<PlanCamera | null>('camera', codec, null, 'later');
  // The unrounded view, from which the next gesture continues.
  const [exact, setExact] = useState<PlanCamera | null>(null);
  const view = codec.encode(exact) === codec.encode(camera) ? exact : camera;
  // The place when it is first known; the view does not follow later changes.
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
