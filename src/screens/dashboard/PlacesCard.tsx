import { chakra } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { getLocations } from '#contract/place';
import { selectAnswer } from '#state/answers';
import { useAppSelector } from '#hooks/useAppSelector';
import { Button } from '#ui/Button';
import { useBrowserStorage } from '#ui/browserStorage';
import { loadable } from '#ui/loadable';
import { Skeleton } from '#ui/Skeleton';

// Loaded when the map is opened.
const PlacesOverview = loadable(async () => (await import('#widgets/PlacesOverview')).PlacesOverview, { waiting: <Skeleton /> });

const REMEMBERED = 'dashboard-map';
const Turn = chakra(Button, { base: { ms: '-12px' } });
const Arrow = chakra(ChevronRight, { variants: { isOpen: { true: { transform: 'rotate(90deg)' } } } });

/** Renders the collapsible "Map of the locations", whose state this browser remembers; nothing if the server provides no coordinates. */
export function PlacesCard() {
  const remember = useBrowserStorage();
  const [isOpen, setIsOpen] = useState(remember.get(REMEMBERED) === 'open');
  const hasPlaces = useAppSelector(
    (s) => selectAnswer(s, getLocations)?.results.some(({ latitude, archived }) => latitude != null && archived !== true) === true,
  );
  const id = useId();
  if (!hasPlaces) return null;
  const turn = () => {
    remember.set(REMEMBERED, isOpen ? 'closed' : 'open');
    setIsOpen(!isOpen);
  };
  return (
    <div>
      <h2>
        <Turn variant="ghost" aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={turn}>
          <Arrow isOpen={isOpen} aria-hidden="true" />
          Map of the locations
        </Turn>
      </h2>
      {isOpen && (
        <chakra.div id={id} pt="8px">
          <PlacesOverview />
        </chakra.div>
      )}
    </div>
  );
}
