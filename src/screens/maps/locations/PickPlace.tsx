import { chakra } from '@chakra-ui/react';
import { Check, MapPinned } from 'lucide-react';
import { useState } from 'react';
import { type TypedCoordinates, coordinatesOf } from '#domain/places/coordinates';
import { canDraw } from '#map/canDraw';
import { isOnEarth } from '#map/geo/place';
import { MapContainer } from '#map/MapContainer';
import { MapLost } from '#map/MapLost';
import { useDrawing } from '#map/useDrawing';
import { useSiteConfig } from '#hooks/siteConfig';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { Dialog } from '#ui/Dialog';
import { loadable } from '#ui/loadable';
import { useIsSaving } from '#ui/SavingContext';
import { Skeleton } from '#ui/Skeleton';

// Loaded on demand, because MapLibre and the country shapes are large.
const GeoPicker = loadable(async () => (await import('#map/geo/GeoPicker')).GeoPicker, { waiting: <Skeleton /> });

const DIALOG_PX = 720;
const MAP_PX = 400;
/** Shows a region around a known place, otherwise the part of the world with the time zone of the location. */
const NEAR = 7;
const FAR = 2;
/** Without coordinates, the map starts here: between the tropic and the polar circle, where most greenhouses are. */
const NORTH = 45;
const DEGREES_PER_HOUR = 15;
const HELP = 'Click on the map, or move the pin with the arrow keys (Shift: small steps); + and - zoom, Enter takes it.';
const NO_MAP = 'This browser cannot draw the map. Latitude and longitude can be typed.';

const Line = chakra('div', { base: { display: 'grid', gap: '12px', mt: '3' } });
const Help = chakra('p', { base: { color: 'fg.muted' } });
const Picked = chakra('output', { base: { fontVariantNumeric: 'tabular-nums', fontWeight: 600 } });

interface Props {
  readonly typed: TypedCoordinates;
  /** The offset of the location's time zone, in hours; null while none is selected. */
  readonly offset: number | null;
  readonly onPick: (picked: TypedCoordinates) => void;
}

/** Renders the button that picks the coordinates on the world map; nothing if the browser cannot draw one. Source: COORD3. */
export function PickPlace(props: Props) {
  const [isPossible] = useState(() => canDraw(document));
  const [isOpen, setOpen] = useState(false);
  const isSaving = useIsSaving();
  if (!isPossible) return null;
  return (
    <>
      <Button variant="ghost" ms="-12px" justifySelf="start" disabled={isSaving} onClick={() => setOpen(true)}>
        <MapPinned aria-hidden="true" />
        Pick on the Map
      </Button>
      {isOpen && <PickDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

interface WorldProps {
  readonly place: Place;
  readonly zoom: number;
  readonly onPlace: (place: Place) => void;
  readonly onTake: () => void;
}

/** Renders the map, or that it cannot be drawn or is lost. */
function World(props: WorldProps) {
  const { drawing, surface, fail, drawAgain } = useDrawing();
  const { map_style_url } = useSiteConfig();
  if (drawing === 'impossible') return <Banner tone="quiet">{NO_MAP}</Banner>;
  if (drawing === 'lost') {
    return (
      <MapContainer style={{ height: MAP_PX }}>
        <MapLost onDrawAgain={drawAgain} />
      </MapContainer>
    );
  }
  return (
    <div ref={surface}>
      <GeoPicker {...props} label="World map" styleUrl={map_style_url ?? undefined} heightPx={MAP_PX} onFailure={fail} />
    </div>
  );
}

function PickDialog({ typed, offset, onPick, onClose }: Props & { readonly onClose: () => void }) {
  const { latitude, longitude } = coordinatesOf(typed);
  const isKnown = latitude !== null && longitude !== null && isOnEarth(latitude, longitude);
  const [place, setPlace] = useState(isKnown ? { latitude, longitude } : { latitude: NORTH, longitude: (offset ?? 0) * DEGREES_PER_HOUR });
  // Without coordinates, the initial view is not a choice of the user.
  const [isPicked, setPicked] = useState(isKnown);
  const take = () => {
    if (!isPicked) return;
    onPick({ latitude: String(place.latitude), longitude: String(place.longitude) });
    onClose();
  };
  const move = (picked: Place) => {
    setPlace(picked);
    setPicked(true);
  };
  return (
    <Dialog
      open
      title="Pick on the Map"
      width={DIALOG_PX}
      onClose={onClose}
      actions={
        <>
          <Button variant="raised" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="solid" size="lg" disabled={!isPicked} onClick={take}>
            <Check aria-hidden="true" />
            Use This Place
          </Button>
        </>
      }
    >
      <Line>
        <Help>{HELP}</Help>
        <World place={place} zoom={isKnown ? NEAR : FAR} onPlace={move} onTake={take} />
        <Picked aria-label="Latitude and longitude">{isPicked ? `${place.latitude}, ${place.longitude}` : 'No place is picked.'}</Picked>
      </Line>
    </Dialog>
  );
}
