import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Banner } from '#ui/Banner';
import type { GeoPlace } from '#map/geo/place';
import { PlacesMap } from '#widgets/PlacesMap';

/** Height of the map. */
const MAP_PX = 470;
const NO_MAP = 'This browser cannot draw the map; the table below has all of it.';

/** Places the selected location next to the map; either of them takes the whole width if it is alone. */
const Beside = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '24px 32px',
    alignItems: 'start',
    _empty: { display: 'none' },
    '&:has(> :not(:only-child))': { gridTemplateColumns: { lg: 'minmax(0, 1fr) 420px' } },
  },
});

/** The adjacent content may be longer than the map. */
const World = chakra('div', { base: { '&:not(:last-child)': { position: { lg: 'sticky' }, top: '16px' } } });

interface Props {
  readonly places: readonly GeoPlace[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  /** The chosen location. */
  readonly children: ReactNode;
}

/** Renders the locations on the world map, if any of them has coordinates, with the selected one next to it. */
export function LocationsMap({ places, chosen, onChoose, children }: Props) {
  return (
    <Beside>
      {places.length > 0 && (
        <World>
          <PlacesMap
            places={places}
            chosen={chosen}
            heightPx={MAP_PX}
            onChoose={onChoose}
            instead={<Banner tone="quiet">{NO_MAP}</Banner>}
          />
        </World>
      )}
      {children}
    </Beside>
  );
}
