import * as maplibre from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import { useMemo, useRef, useState, type RefObject } from 'react';
import { Map as MapLibre, type MapRef } from 'react-map-gl/maplibre';
import { MapSurface } from '../MapContainer.tsx';
import { GeoMarker } from './GeoMarker.tsx';
import { GeoOverlays } from './GeoOverlays.tsx';
import { placeMapWorkers } from './mapWorkers.ts';
import { mergePlaces, type MergedPlace } from './mergePlaces.ts';
import { type GeoPlace, latitudeStep } from './place.ts';
import { namesWithRoom } from './placeNames.ts';
import { useGeoStyle } from './useGeoStyle.ts';
import { useWorldCamera } from './useWorldCamera.ts';

placeMapWorkers();

/** Padding around the outermost places in pixels, because markers extend above their places. */
const PADDING = { top: 72, bottom: 48, left: 64, right: 64 };
/** Maximum zoom at which a single place is shown. */
const NEAREST = 9;
const FITTED = { padding: PADDING, maxZoom: NEAREST };
const STEP_MS = 160;
/** The zoom of the scale bar until the map has one. */
const FIRST_ZOOM = 5;
/** Rounds the zoom to quarter steps, so markers are not merged again in every frame. */
const stepOf = (zoom: number) => Math.round(zoom * 4) / 4;

/** Overrides the font of MapLibre's style sheet. */
const SAME_FONT = { font: 'inherit' };

function boundsOf(places: readonly GeoPlace[]): [number, number, number, number] {
  const longitudes = places.map(({ longitude }) => longitude);
  const latitudes = places.map(({ latitude }) => latitude);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

interface Props {
  readonly label: string;
  readonly places: readonly GeoPlace[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  /** URL of a tile style that replaces the built-in background. */
  readonly styleUrl?: string | undefined;
  readonly heightPx: number;
  readonly onFailure: () => void;
}

/** Renders the world map with a marker for each place. Load it on demand (`loadable`), because it imports MapLibre. */
export function GeoCanvas({ label, places, chosen, onChoose, styleUrl, heightPx, onFailure }: Props) {
  const map = useRef<MapRef>(null);
  const style = useGeoStyle(places, styleUrl);
  const [zoom, setZoom] = useState<number | null>(null);
  const [all] = useState(() => ({ bounds: boundsOf(places), fitBoundsOptions: FITTED }));
  const [latitude, setLatitude] = useState(() => latitudeStep((all.bounds[1] + all.bounds[3]) / 2));
  const { first, showAll, onShown, onMoved } = useWorldCamera(map, () => map.current?.fitBounds(boundsOf(places), FITTED));
  return (
    <MapSurface label={label} heightPx={heightPx} isLoaded={zoom !== null}>
      <MapLibre
        ref={map}
        mapLib={maplibre}
        mapStyle={style}
        initialViewState={first ?? all}
        style={SAME_FONT}
        attributionControl={false}
        dragRotate={false}
        touchPitch={false}
        cooperativeGestures
        maxPitch={0}
        locale={{ 'Map.Title': `${label}: ground` }}
        onLoad={({ target }) => {
          setZoom(stepOf(target.getZoom()));
          setLatitude(latitudeStep(target.getCenter().lat));
          onShown({ longitude: target.getCenter().lng, latitude: target.getCenter().lat, zoom: target.getZoom() });
        }}
        onMoveEnd={({ viewState }) => {
          setLatitude(latitudeStep(viewState.latitude));
          onMoved(viewState);
        }}
        onZoom={({ viewState }) => setZoom(stepOf(viewState.zoom))}
        onError={({ target }: { readonly target: unknown }) => target === null && onFailure()}
      >
        {/* Markers appear together with the background, not earlier on an empty sea. */}
        {zoom !== null && <GeoMarkers map={map} places={places} zoom={zoom} chosen={chosen} onChoose={onChoose} />}
      </MapLibre>
      <GeoOverlays
        latitude={latitude}
        zoom={zoom ?? FIRST_ZOOM}
        onZoom={(by) => (by > 0 ? map.current?.zoomIn({ duration: STEP_MS }) : map.current?.zoomOut({ duration: STEP_MS }))}
        onShowAll={showAll}
      />
    </MapSurface>
  );
}

interface MarkersProps extends Pick<Props, 'places' | 'chosen' | 'onChoose'> {
  readonly map: RefObject<MapRef | null>;
  readonly zoom: number;
}

function GeoMarkers({ map, places, zoom, chosen, onChoose }: MarkersProps) {
  const markers = useMemo(() => mergePlaces(places, zoom), [places, zoom]);
  const named = useMemo(() => namesWithRoom(markers, zoom), [markers, zoom]);
  const choose = ({ places: of, at }: MergedPlace) => {
    const [west, south, east, north] = boundsOf(of);
    // Places at the same point can never be separated by zooming, so each click selects the next one.
    if (of.length === 1 || (west === east && south === north)) {
      onChoose(of[(of.findIndex(({ id }) => id === chosen) + 1) % of.length]?.id ?? at.id);
    } else map.current?.fitBounds([west, south, east, north], { padding: PADDING });
  };
  return markers.map((marker) => (
    <GeoMarker
      key={marker.at.id}
      marker={marker}
      isChosen={marker.places.some(({ id }) => id === chosen)}
      isNamed={named.has(marker.at.id)}
      onChoose={() => choose(marker)}
    />
  ));
}
