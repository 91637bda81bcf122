import type { ReactNode } from 'react';
import type { GeoPlace } from '#map/geo/place';
import { MapContainer } from '#map/MapContainer';
import { MapLost } from '#map/MapLost';
import { useDrawing } from '#map/useDrawing';
import { useSiteConfig } from '#hooks/siteConfig';
import { loadable } from '#ui/loadable';
import { Skeleton } from '#ui/Skeleton';

// Loaded on demand, because MapLibre and the country shapes are large.
const GeoCanvas = loadable(async () => (await import('#map/geo/GeoCanvas')).GeoCanvas, { waiting: <Skeleton /> });

interface Props {
  readonly places: readonly GeoPlace[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly heightPx: number;
  /** Shown when the map cannot be drawn. */
  readonly instead: ReactNode;
  /** Shown while the map is lost: the map's content, if the page shows it nowhere else. */
  readonly meanwhile?: ReactNode;
}

/** Renders the map of all places, loaded when it is first shown; renders `instead` if it cannot be drawn. */
export function PlacesMap({ places, chosen, onChoose, heightPx, instead, meanwhile }: Props) {
  const { drawing, surface, fail, drawAgain } = useDrawing();
  const { map_style_url } = useSiteConfig();
  if (drawing === 'impossible') return instead;
  if (drawing === 'lost') {
    return (
      <div>
        <MapContainer style={{ height: heightPx }}>
          <MapLost onDrawAgain={drawAgain} />
        </MapContainer>
        {meanwhile}
      </div>
    );
  }
  return (
    <div ref={surface}>
      <GeoCanvas
        label="Map of the locations"
        places={places}
        chosen={chosen}
        onChoose={onChoose}
        heightPx={heightPx}
        styleUrl={map_style_url ?? undefined}
        onFailure={fail}
      />
    </div>
  );
}
