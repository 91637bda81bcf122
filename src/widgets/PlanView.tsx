import { chakra } from '@chakra-ui/react';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { dateTimeText } from '#domain/text/dates';
import type { MapView as LoadedMap } from '#map/MapView';
import { PLAN_HEIGHT, PLAN_PX } from '#map/planHeight';
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
const Place = chakra('div', { base: { minHeight: PLAN_HEIGHT } });
const Legend = chakra('p', { base: { color: 'fg.muted', fontSize: '13px', m: '0 0 8px' } });

interface PlaceProps {
  readonly heightPx?: number | undefined;
  readonly children: ReactNode;
}

/** Renders what is shown until a plan can be drawn, in a place of the plan's height: what is below does not move. */
export function PlanPlace({ heightPx = PLAN_PX, children }: PlaceProps) {
  const style: CSSProperties & Record<'--plan-height', string> = { '--plan-height': `${String(heightPx)}px` };
  return <Place style={style}>{children}</Place>;
}

/** Renders the plan, with the places of its devices at the moment marked as A, if there is one; loaded when it is first shown; an error in it leaves the rest of the page intact. */
export function PlanView({ waiting = <Awaited query={drawing} />, ...map }: Props) {
  const earlier = useGhosts(map.devices);
  const { ghosts = [], at = 0 } = earlier ?? {};
  const legend = ghosts.length > 0 && (
    <Legend>
      Outlined: where {ghosts.length === 1 ? 'the device was' : `${String(ghosts.length)} devices were`} at A, {dateTimeText(at)}.
    </Legend>
  );
  return (
    <MapView
      {...map}
      waiting={<PlanPlace heightPx={map.heightPx}>{waiting}</PlanPlace>}
      caption={legend}
      {...(earlier === null ? {} : { ghosts })}
    />
  );
}
