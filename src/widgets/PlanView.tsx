import { chakra } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import { dateTimeText } from '#domain/text/dates';
import type { MapView as LoadedMap } from '#map/MapView';
import { loadable } from '#ui/loadable';
import { Awaited } from './Awaited.tsx';
import { useGhosts } from './EarlierMoment.tsx';

// Loaded on demand: deck.gl is large.
const MapView = loadable<ComponentProps<typeof LoadedMap> & { readonly waiting: ReactNode }>(
  async () => (await import('#map/MapView')).MapView,
  { waiting: ({ waiting }) => waiting },
);

type Props = ComponentProps<typeof LoadedMap> & {
  /** Shown until the plan can be drawn. Default: the loading state of a query. */
  readonly waiting?: ReactNode;
};

/** The plan is loaded, its renderer is not. */
const drawing = { answer: undefined, isLoading: true, isUnknown: false };
const Legend = chakra('p', { base: { color: 'fg.muted', fontSize: '13px', m: '0 0 8px' } });

/** Renders the plan, with the places of its devices at the moment marked as A, if there is one; loaded when it is first shown; an error in it leaves the rest of the page intact. */
export function PlanView({ waiting = <Awaited query={drawing} />, ...map }: Props) {
  const earlier = useGhosts(map.devices);
  const { ghosts = [], at = 0 } = earlier ?? {};
  const legend = ghosts.length > 0 && (
    <Legend>
      Outlined: where {ghosts.length === 1 ? 'the device was' : `${String(ghosts.length)} devices were`} at A, {dateTimeText(at)}.
    </Legend>
  );
  return <MapView {...map} waiting={waiting} caption={legend} {...(earlier === null ? {} : { ghosts })} />;
}
