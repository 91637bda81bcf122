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
const Head = chakra('h2', { base: { '& button': { ms: '-12px' }, '& [aria-expanded=true] .lucide': { transform: 'rotate(90deg)' } } });

/** Renders the collapsible "Map of the locations", whose state this browser remembers; nothing where the server gives no coordinates. */
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
      <Head>
        <Button variant="ghost" aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={turn}>
          <ChevronRight aria-hidden="true" />
          Map of the locations
        </Button>
      </Head>
      {isOpen && (
        <chakra.div id={id} pt="8px">
          <PlacesOverview />
        </chakra.div>
      )}
    </div>
  );
}
