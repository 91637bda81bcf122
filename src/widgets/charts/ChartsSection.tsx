import { chakra } from '@chakra-ui/react';
import { useContext, useEffect, useState } from 'react';
import { DeviceHistoryContext } from '#hooks/DeviceHistoryContext';
import { loadable } from '#ui/loadable';
import { Section } from '#ui/Section';
import { Skeleton } from '#ui/Skeleton';

const Place = chakra('div', { base: { minHeight: { base: '560px', md: '380px' } } });

const Charts = loadable(async () => (await import('./DeviceCharts.tsx')).DeviceCharts, { waiting: <Skeleton width="100%" /> });

/** How near the charts must be to the visible part of the page to be loaded, in px. */
const NEAR = '160px';

/** Returns whether an element has been near the visible part of the page. */
function useWasNear(element: HTMLElement | null): boolean {
  const [wasNear, setWasNear] = useState(false);
  useEffect(() => {
    if (element === null || wasNear) return undefined;
    const observer = new IntersectionObserver((entries) => setWasNear(entries.some(({ isIntersecting }) => isIntersecting)), {
      rootMargin: NEAR,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, wasNear]);
  return wasNear;
}

/** Renders the charts of a device, which are loaded when they come near the visible part; nothing where the server has no history. */
export function ChartsSection({ serial }: { readonly serial: string }) {
  const hasHistory = useContext(DeviceHistoryContext) !== null;
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const wasNear = useWasNear(place);
  if (!hasHistory) return null;
  return (
    <Section title="Charts">
      <Place ref={setPlace}>{wasNear && <Charts serial={serial} />}</Place>
    </Section>
  );
}
