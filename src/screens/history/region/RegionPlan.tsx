import { chakra } from '@chakra-ui/react';
import { SquareDashedMousePointer, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { RegionHit } from '#contract/history';
import { DEVICE_SERIAL, screenAddress } from '#domain/addresses';
import type { Rectangle } from '#domain/history/regionHits';
import { ageText } from '#domain/text/duration';
import { dateTimeText } from '#domain/text/dates';
import { canDraw } from '#map/canDraw';
import type { MapMarker } from '#map/layers/markerLayer';
import { Button } from '#ui/Button';
import { NewestPlan } from '#widgets/NewestPlan';
import { PlanView } from '#widgets/PlanView';

const HEIGHT_PX = 520;
const Tools = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' } });

/** Returns a pin for each place where a device stood still; it links to the moment. */
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
  // If no map can be drawn, the edges can still be typed.
  const [isDrawable] = useState(() => canDraw(document));
  const markers = useMemo(() => markersOf(hits, onOpen), [hits, onOpen]);
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
    <NewestPlan id={map}>
      {(plan) => (
        <PlanView
          label="Searched plan"
          heading={tools}
          plan={plan}
          heightPx={HEIGHT_PX}
          region={rectangle}
          markers={markers}
          draws={draws ? { onDrawn: onRectangle } : undefined}
        />
      )}
    </NewestPlan>
  );
}
