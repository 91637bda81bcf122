import { chakra } from '@chakra-ui/react';
import { useContext, useState } from 'react';
import { DeviceHistoryContext } from '#hooks/DeviceHistoryContext';
import { loadable } from '#ui/loadable';
import { Section } from '#ui/Section';
import { Skeleton } from '#ui/Skeleton';
import { useWasNear } from '#ui/useWasNear';

const Place = chakra('div', { base: { minHeight: { base: '614px', md: '418px' } } });

const Charts = loadable(async () => (await import('./DeviceCharts.tsx')).DeviceCharts, { waiting: <Skeleton width="100%" /> });

/** Renders the charts of a device, which are loaded when they are near the visible part of the page; nothing if the server has no history. */
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
