import { chakra } from '@chakra-ui/react';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { dateTimeText } from '#domain/text/dates';
import type { PlanLayers } from '#contract/map';
import { usualLayers } from '#map/layerName';
import { LayerSwitches } from '#map/LayerSwitches';
import { MapHead } from '#map/MapContainer';
import { mapStyle } from '#map/drawing/mapStyle';
import type { MapView as LoadedMap } from '#map/MapView';
import { PLAN_HEIGHT, PLAN_PX } from '#map/planHeight';
import { useColorMode } from '#ui/ColorMode';
import { loadable } from '#ui/loadable';
import { Awaited } from './Awaited.tsx';
import { useGhosts } from './EarlierMoment.tsx';

// Loaded on demand, because deck.gl is large.
const MapView = loadable<ComponentProps<typeof LoadedMap> & { readonly waiting: ReactNode }>(
  async () => (await import('#map/MapView')).MapView,
  { waiting: ({ waiting }) => waiting },
);

type Props = Omit<ComponentProps<typeof LoadedMap>, 'plan'> & {
  /** The layers of the plan; undefined until they are loaded. */
  readonly plan: PlanLayers | undefined;
  /** Shown until the plan can be drawn. Default: the loading state of a query. */
  readonly waiting?: ReactNode;
};

/** The plan is loaded, but its renderer is not. */
const drawing = { answer: undefined, isLoading: true, isUnknown: false };
const Place = chakra('div', { base: { minHeight: PLAN_HEIGHT } });
const Legend = chakra('p', { base: { color: 'fg.muted', fontSize: '13px', m: '0 0 8px' } });

const noneShown = new Set<never>();

interface PlaceProps extends Pick<Props, 'label' | 'heading' | 'offered' | 'heightPx'> {
  readonly children: ReactNode;
}

/** Renders the placeholder of a plan, with its heading and in its size, so the content below does not move. */
function PlanPlace({ label, heading, offered = usualLayers, heightPx = PLAN_PX, children }: PlaceProps) {
  const style: CSSProperties & Record<'--plan-height', string> = { '--plan-height': `${String(heightPx)}px` };
  const { mode } = useColorMode();
  return (
    <section aria-label={label}>
      <MapHead>
        {heading}
        {/* The placeholder is as large as the switches. */}
        <div inert style={{ visibility: 'hidden' }}>
          <LayerSwitches offered={offered} shown={noneShown} style={mapStyle(mode)} onChange={() => undefined} />
        </div>
      </MapHead>
      <Place style={style}>{children}</Place>
    </section>
  );
}

/**
 * Renders the plan (`map/MapView.tsx`), with ghosts of its devices at the moment marked as A. The map code is loaded when it is first shown; an error in it
 * does not affect the rest of the page.
 */
export function PlanView({ waiting = <Awaited query={drawing} />, plan, ...map }: Props) {
  const earlier = useGhosts(map.devices);
  const { ghosts = [], at = 0 } = earlier ?? {};
  const legend = ghosts.length > 0 && (
    <Legend>
      Outlined: where {ghosts.length === 1 ? 'the device was' : `${String(ghosts.length)} devices were`} at A, {dateTimeText(at)}.
    </Legend>
  );
  const place = <PlanPlace {...map}>{waiting}</PlanPlace>;
  if (plan === undefined) return place;
  return <MapView {...map} plan={plan} waiting={place} caption={legend} {...(earlier === null ? {} : { ghosts })} />;
}
