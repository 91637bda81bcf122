import { useEffect, useRef, useState, type RefObject } from 'react';
import type { MapRef } from 'react-map-gl/maplibre';
import { type AddressCodec, useAddressState } from '#ui/pageAddress';
import { useStableCallback } from '#ui/useStableCallback';

/** The centre of the world map in degrees, and its zoom. */
interface WorldCamera {
  readonly longitude: number;
  readonly latitude: number;
  readonly zoom: number;
}

/** Rounds to four decimals: 0.0001 degrees are 11 m, less than a pixel up to zoom 13. */
const rounded = (value: number) => String(Math.round(value * 10_000) / 10_000);

/** Codec of a camera as text: `longitude_latitude_zoom`. */
export const worldCodec: AddressCodec<WorldCamera | null> = {
  encode: (camera) => (camera === null ? '' : [camera.longitude, camera.latitude, camera.zoom].map(rounded).join('_')),
  decode: (text) => {
    const [longitude = NaN, latitude = NaN, zoom = NaN] = text.split('_').map(Number);
    return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 85 && zoom >= 0 && zoom <= 24 ? { longitude, latitude, zoom } : null;
  },
};

/**
 * Keeps the camera of the world map in the URL; the URL contains no camera while `fit` shows all places. `first` is the camera in the URL when the page was
 * opened.
 */
export function useWorldCamera(map: RefObject<MapRef | null>, fit: () => void) {
  const [camera, setCamera] = useAddressState<WorldCamera | null>('world', worldCodec, null);
  const [first] = useState(camera);
  const place = useRef('');
  const isFitting = useRef(false);
  const showAll = useStableCallback(() => {
    isFitting.current = true;
    fit();
  });
  const wanted = worldCodec.encode(camera);
  const shown = useRef(wanted);
  // A changed URL moves the map; moves of the map itself are already in the URL.
  useEffect(() => {
    if (wanted === shown.current) return;
    shown.current = wanted;
    const next = worldCodec.decode(wanted);
    if (next === null) showAll();
    else map.current?.jumpTo({ center: [next.longitude, next.latitude], zoom: next.zoom });
  }, [map, wanted, showAll]);
  const onShown = (now: WorldCamera) => {
    place.current = worldCodec.encode(now);
  };
  const onMoved = (now: WorldCamera) => {
    // A resize of the window also ends a move, without changing the camera.
    if (worldCodec.encode(now) === place.current) return;
    onShown(now);
    const next = isFitting.current ? null : now;
    isFitting.current = false;
    shown.current = worldCodec.encode(next);
    setCamera(next);
  };
  return { first, showAll, onShown, onMoved };
}
