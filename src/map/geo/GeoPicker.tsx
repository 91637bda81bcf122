import { chakra } from '@chakra-ui/react';
import { MapPin } from 'lucide-react';
import * as maplibre from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Map as MapLibre, type MapRef, Marker } from 'react-map-gl/maplibre';
import { pickedPlace } from '#domain/places/pickedPlace';
import { MapSurface } from '../MapContainer.tsx';
import { GeoOverlays } from './GeoOverlays.tsx';
import { placeMapWorkers } from './mapWorkers.ts';
import { latitudeStep } from './place.ts';
import { useGeoStyle } from './useGeoStyle.ts';

placeMapWorkers();

/** A position in degrees (WGS 84). */
interface Picked {
  readonly latitude: number;
  readonly longitude: number;
}

const Pin = chakra('button', {
  base: {
    display: 'block',
    color: 'accent.fg',
    cursor: 'grab',
    borderRadius: 'full',
    '--icon': '36px',
    '&:focus-visible': { outline: '2px solid var(--o-colors-focus)', outlineOffset: '2px' },
  },
});
/** Distances by which an arrow key moves the pin, in pixels: alone, and with Shift. */
const STEP_PX = 16;
const SMALL_STEP_PX = 1;
/** Minimum distance of the pin from the edges, in pixels. */
const EDGE_PX = 40;
/** Offset of the icon in pixels, because its tip is above the lower edge of its box. */
const TIP: [number, number] = [0, 3];
const SAME_FONT = { font: 'inherit' };
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Props {
  readonly label: string;
  readonly place: Picked;
  /** The initial zoom. */
  readonly zoom: number;
  readonly onPlace: (place: Picked) => void;
  /** Called on Enter. */
  readonly onTake: () => void;
  readonly styleUrl?: string | undefined;
  readonly heightPx: number;
  readonly onFailure: () => void;
}

/** Returns the key handler of the pin: arrow keys move it, plus and minus zoom, Enter confirms it. */
function usePinKeys(map: { readonly current: MapRef | null }, { place, onPlace, onTake }: Pick<Props, 'place' | 'onPlace' | 'onTake'>) {
  return (event: KeyboardEvent) => {
    const shown = map.current;
    const arrow = ARROWS[event.key];
    if (shown === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrow !== undefined) {
      const by = event.shiftKey ? SMALL_STEP_PX : STEP_PX;
      const { x, y } = shown.project([place.longitude, place.latitude]);
      const moved = shown.unproject([x + arrow[0] * by, y + arrow[1] * by]);
      onPlace(pickedPlace({ latitude: moved.lat, longitude: moved.lng }, shown.getZoom()));
    } else if (event.key === 'Enter') onTake();
    else if (event.key === '+' || event.key === '=')
      shown.zoomTo(shown.getZoom() + 1, { around: [place.longitude, place.latitude], duration: 0 });
    else if (event.key === '-') shown.zoomTo(shown.getZoom() - 1, { around: [place.longitude, place.latitude], duration: 0 });
    else return;
    event.preventDefault();
  };
}

/** Keeps the pin inside the map and away from its edges by moving the map. */
function useKeptInside(map: { readonly current: MapRef | null }, { latitude, longitude }: Picked) {
  useEffect(() => {
    const shown = map.current;
    if (shown === null) return;
    const { x, y } = shown.project([longitude, latitude]);
    const { clientWidth, clientHeight } = shown.getContainer();
    const isInside = x >= EDGE_PX && y >= EDGE_PX && x <= clientWidth - EDGE_PX && y <= clientHeight - EDGE_PX;
    if (!isInside) shown.jumpTo({ center: [longitude, latitude] });
  }, [map, latitude, longitude]);
}

interface PinProps {
  readonly place: Picked;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onDropped: (at: { readonly lat: number; readonly lng: number }) => void;
}

/** Renders the pin, which takes the focus when it appears. */
function DraggedPin({ place, onKeyDown, onDropped }: PinProps) {
  const pin = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    pin.current?.focus();
  }, []);
  return (
    <Marker
      longitude={place.longitude}
      latitude={place.latitude}
      anchor="bottom"
      offset={TIP}
      draggable
      onDragEnd={({ lngLat }) => onDropped(lngLat)}
    >
      <Pin
        type="button"
        ref={pin}
        aria-label="Pin"
        data-arrows
        data-characters
        aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight + - Enter"
        onKeyDown={onKeyDown}
      >
        <MapPin fill="var(--o-colors-bg-raised)" aria-hidden="true" />
      </Pin>
    </Marker>
  );
}

/** Renders the world map with one pin, which is moved by a click, a drag or keys. Load it on demand, because it imports MapLibre. Source: COORD3. */
export function GeoPicker({ label, place, zoom: firstZoom, onPlace, onTake, styleUrl, heightPx, onFailure }: Props) {
  const map = useRef<MapRef>(null);
  const [first] = useState({ ...place, zoom: firstZoom });
  const style = useGeoStyle([first], styleUrl);
  const [zoom, setZoom] = useState<number | null>(null);
  const [latitude, setLatitude] = useState(() => latitudeStep(place.latitude));
  const onKeyDown = usePinKeys(map, { place, onPlace, onTake });
  useKeptInside(map, place);
  const pick = ({ lat, lng }: { readonly lat: number; readonly lng: number }) =>
    onPlace(pickedPlace({ latitude: lat, longitude: lng }, map.current?.getZoom() ?? firstZoom));
  return (
    <MapSurface label={label} heightPx={heightPx} isLoaded={zoom !== null}>
      <MapLibre
        ref={map}
        mapLib={maplibre}
        mapStyle={style}
        initialViewState={first}
        style={SAME_FONT}
        cursor="crosshair"
        attributionControl={false}
        dragRotate={false}
        touchPitch={false}
        keyboard={false}
        maxPitch={0}
        locale={{ 'Map.Title': `${label}: ground` }}
        onLoad={({ target }) => setZoom(target.getZoom())}
        onClick={({ lngLat }) => pick(lngLat)}
        onMoveEnd={({ viewState }) => setLatitude(latitudeStep(viewState.latitude))}
        onZoom={({ viewState }) => setZoom(viewState.zoom)}
        onError={({ target }: { readonly target: unknown }) => target === null && onFailure()}
      >
        {zoom !== null && <DraggedPin place={place} onKeyDown={onKeyDown} onDropped={pick} />}
      </MapLibre>
      <GeoOverlays
        latitude={latitude}
        zoom={zoom ?? firstZoom}
        onZoom={(by) => (by > 0 ? map.current?.zoomIn() : map.current?.zoomOut())}
      />
    </MapSurface>
  );
}
