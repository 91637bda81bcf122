import { lazy, type ReactNode, Suspense, useState } from 'react';
import { canDraw } from '#map/canDraw';
import type { GeoPlace } from '#map/geo/place';
import { useSite } from '#state/site';
import { ErrorBoundary } from '#ui/ErrorBoundary';
import { Skeleton } from '#ui/Skeleton';

// It brings MapLibre and the countries of the world: only those who see the map wait for it.
const GeoCanvas = lazy(async () => ({ default: (await import('#map/geo/GeoCanvas')).GeoCanvas }));

interface Props {
  readonly places: readonly GeoPlace[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly heightPx: number;
  /** Stands in its place where it cannot be drawn. */
  readonly instead: ReactNode;
}

/** The map of all places, which loads when it is first shown; where it cannot be drawn something else stands there. */
export function PlacesMap({ places, chosen, onChoose, heightPx, instead }: Props) {
  const [isPossible, setIsPossible] = useState(() => canDraw(document));
  const { map_style_url } = useSite();
  if (!isPossible) return instead;
  return (
    <ErrorBoundary>
      <Suspense fallback={<Skeleton />}>
        <GeoCanvas
          label="Map of the locations"
          places={places}
          chosen={chosen}
          onChoose={onChoose}
          heightPx={heightPx}
          styleUrl={map_style_url ?? undefined}
          onFailure={() => setIsPossible(false)}
        />
      </Suspense>
    </ErrorBoundary>
  );
}
