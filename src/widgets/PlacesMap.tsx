import { type ReactNode, useState } from 'react';
import { canDraw } from '#map/canDraw';
import type { GeoPlace } from '#map/geo/place';
import { useSiteConfig } from '#state/siteConfig';
import { loadable } from '#ui/loadable';
import { Skeleton } from '#ui/Skeleton';

// Loaded on demand: MapLibre and the country shapes are large.
const GeoCanvas = loadable(async () => (await import('#map/geo/GeoCanvas')).GeoCanvas, { waiting: <Skeleton /> });

interface Props {
  readonly places: readonly GeoPlace[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly heightPx: number;
  /** Shown when the map cannot be drawn. */
  readonly instead: ReactNode;
}

/** Renders the map of all places, loaded when it is first shown; renders `instead` when it cannot be drawn. */
export function PlacesMap({ places, chosen, onChoose, heightPx, instead }: Props) {
  const [isPossible, setIsPossible] = useState(() => canDraw(document));
  const { map_style_url } = useSiteConfig();
  if (!isPossible) return instead;
  return (
    <GeoCanvas
      label="Map of the locations"
      places={places}
      chosen={chosen}
      onChoose={onChoose}
      heightPx={heightPx}
      styleUrl={map_style_url ?? undefined}
      onFailure={() => setIsPossible(false)}
    />
  );
}
