/** Styles around a map: the container, the head row above it, and the text in place of a map. */

import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Skeleton } from '#ui/Skeleton';

/** The container of a map. It uses `clip`, not `hidden`, because in a scroll container the overlays would not stick to the visible edge. */
export const MapContainer = chakra('div', {
  base: {
    display: 'grid',
    position: 'relative',
    overflow: 'clip',
    borderRadius: 'sheet',
    border: '1px solid',
    borderColor: 'border',
  },
});
/** The surface on which a map is drawn. */
export const MapGround = chakra('div', { base: { gridArea: '1 / 1', position: 'relative' } });

/** The row above a map: a heading and the layer switches. */
export const MapHead = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: '4', rowGap: '1', mb: '2' },
});

/** The text in place of a map that cannot be drawn. */
export const MapMissing = chakra('p', {
  base: { gridArea: '1 / 1', placeSelf: 'center', color: 'fg.muted', m: '0', p: '4', textAlign: 'center', zIndex: 1 },
});

interface SurfaceProps {
  readonly label: string;
  readonly heightPx: number;
  /** Whether the map is visible; its space is reserved until then. */
  readonly isLoaded: boolean;
  readonly children: ReactNode;
}

/** Renders the container of a map with a fixed height. */
export function MapSurface({ label, heightPx, isLoaded, children }: SurfaceProps) {
  return (
    <MapContainer style={{ height: heightPx }}>
      {!isLoaded && (
        <MapMissing>
          <Skeleton />
        </MapMissing>
      )}
      <MapGround as="section" aria-label={label}>
        {children}
      </MapGround>
    </MapContainer>
  );
}
