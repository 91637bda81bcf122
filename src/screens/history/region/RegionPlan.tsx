import { chakra } from '@chakra-ui/react';
import { SquareDashedMousePointer, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { getMapVersions } from '#contract/map';
import type { RegionHit } from '#contract/history';
import { DEVICE_SERIAL, screenAddress } from '#domain/addresses';
import type { Rectangle } from '#domain/history/regionHits';
import { usableVersion } from '#domain/places/mapVersion';
import { ageText } from '#domain/text/duration';
import { dateTimeText } from '#domain/text/dates';
import { canDraw } from '#map/canDraw';
import type { MapMarker } from '#map/layers/markerLayer';
import { useAnswer } from '#hooks/useAnswer';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { Awaited } from '#widgets/Awaited';
import { PlanFailure } from '#widgets/PlanFailure';
import { PlanView } from '#widgets/PlanView';
import { usePlan } from '#widgets/usePlan';

const HEIGHT_PX = 520;
const Tools = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' } });

/** Returns the places where devices stood still as pins; each leads to its moment. */
const markersOf = (hits: readonly RegionHit[], onOpen: Props['onOpen']): readonly MapMarker[] =>
  hits.flatMap((hit): readonly MapMarker[] => {
    const { kind, serial, from, to, x, y } = hit;
    if (kind !== 'standstill' || x == null || y == null) return [];
    const label = `${serial} stood here for ${ageText(Date.parse(to) - Date.parse(from))}, from ${dateTimeText(from)}`;
    return [
      {
        id: `${serial} ${from}`,
        label,
        to: screenAddress('/device/detail', { [DEVICE_SERIAL]: serial, at: from }),
        onOpen: () => onOpen(hit),
        x,
        y,
        isFaint: true,
      },
    ];
  });

interface Props {
  readonly map: string;
  readonly rectangle: Rectangle | null;
  readonly onRectangle: (rectangle: Rectangle | null) => void;
  readonly hits: readonly RegionHit[];
  /** Opens the moment of a hit. */
  readonly onOpen: (hit: RegionHit) => void;
  readonly draws: boolean;
  readonly onDraws: (draws: boolean) => void;
}

/** Renders the newest plan of a map with the rectangle, which is drawn on it by mouse or finger, and a pin where a device stood still. */
export function RegionPlan({ map, rectangle, onRectangle, hits, onOpen, draws, onDraws }: Props) {
  const versions = useAnswer(getMapVersions, { id: map });
  const { version } = usableVersion(versions.answer?.versions.at(-1));
  const { plan, warning } = usePlan(versions.isLoading ? null : { id: map, version, warning: null });
  // Where no map can be drawn, the edges can still be written.
  const [isDrawable] = useState(() => canDraw(document));
  const markers = useMemo(() => markersOf(hits, onOpen), [hits, onOpen]);
  if (plan.failure?.status === 404) return <Banner tone="warning">This map is not known.</Banner>;
  if (plan.failure !== undefined) return <PlanFailure onRetry={plan.refresh} />;
  const isLoading = versions.isLoading || plan.isLoading;
  if (plan.answer === undefined && !isLoading) return <Awaited query={plan} />;
  const tools = (
    <Tools>
      {isDrawable && (
        <Button aria-pressed={draws} onClick={() => onDraws(!draws)}>
          <SquareDashedMousePointer aria-hidden="true" />
          Draw Rectangle
        </Button>
      )}
      {rectangle !== null && (
        <Button variant="ghost" onClick={() => onRectangle(null)}>
          <X aria-hidden="true" />
          Clear
        </Button>
      )}
    </Tools>
  );
  return (
    <>
      {warning !== null && <Banner tone="warning">{warning}</Banner>}
      <PlanView
        label="Searched plan"
        heading={tools}
        plan={plan.answer?.layers}
        heightPx={HEIGHT_PX}
        region={rectangle}
        markers={markers}
        draws={draws ? { onDrawn: onRectangle } : undefined}
      />
    </>
  );
}
