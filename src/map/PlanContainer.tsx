import { chakra } from '@chakra-ui/react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useCallback } from 'react';
import type { Layer } from '@deck.gl/core';
import { MapCanvas } from './MapCanvas.tsx';
import { MapContainer, MapGround, MapMissing } from './MapContainer.tsx';
import { MapLost } from './MapLost.tsx';
import { MapOverlays } from './MapOverlays.tsx';
import { PLAN_HEIGHT } from './planHeight.ts';
import { viewAfterKey } from './planView.ts';
import type { ClickTarget } from './popup.ts';
import { cssColour } from './drawing/rgb.ts';
import type { MapStyle } from './drawing/mapStyle.ts';
import { useDrawing } from './useDrawing.ts';
import type { usePlanView } from './usePlanView.ts';

const PlanRoom = chakra(MapContainer, { base: { height: PLAN_HEIGHT } });

interface Props {
  readonly label: string;
  readonly style: MapStyle;
  readonly heightPx: number;
  readonly layers: Layer[];
  readonly seen: ReturnType<typeof usePlanView>;
  readonly onChoose: (choice: ClickTarget | null) => void;
  /** Whether a popup is open, which Escape closes. */
  readonly hasPopup: boolean;
  /** The popup of the clicked feature. */
  readonly children: ReactNode;
}

const planStyle = (heightPx: number, backgroundColor: string): CSSProperties & Record<'--plan-height', string> => ({
  '--plan-height': `${heightPx}px`,
  backgroundColor,
});

const holdTouch = (event: TouchEvent) => {
  if (event.touches.length > 1 && event.cancelable) event.preventDefault();
};

/** Prevents scrolling of the page by two fingers, because they move the plan. React's own listeners cannot prevent scrolling. */
function holdTwoFingers(surface: HTMLElement | null) {
  surface?.addEventListener('touchmove', holdTouch, { passive: false });
  surface?.addEventListener('touchstart', holdTouch, { passive: false });
}

/** Renders the container of a plan: canvas, overlays and keyboard control; "Map could not be generated" if WebGL is not available. */
export function PlanContainer({ label, style, heightPx, layers, seen, onChoose, hasPopup, children }: Props) {
  const { drawing, surface, fail, drawAgain } = useDrawing();
  const onSurface = useCallback(
    (element: HTMLElement | null) => {
      holdTwoFingers(element);
      return surface(element);
    },
    [surface],
  );
  const { view, least, setView, setSize, showAll } = seen;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onChoose(null);
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const next = event.target === event.currentTarget && !hasModifier ? viewAfterKey(view, event.key, least) : null;
    if (next === null) return;
    event.preventDefault();
    setView(next);
  };
  return (
    <PlanRoom
      role="group"
      aria-label={`${label}: arrow keys move, plus and minus zoom, as the wheel does with Ctrl`}
      tabIndex={0}
      data-escape={hasPopup ? '' : undefined}
      onKeyDown={onKeyDown}
      style={planStyle(heightPx, cssColour(style.ground))}
    >
      {drawing === 'impossible' && <MapMissing role="alert">Map could not be generated</MapMissing>}
      {drawing === 'drawn' && (
        <MapGround ref={onSurface}>
          <MapCanvas layers={layers} view={view} least={least} onView={setView} onSize={setSize} onChoose={onChoose} onFailure={fail} />
        </MapGround>
      )}
      {drawing === 'lost' && <MapLost onDrawAgain={drawAgain} />}
      {children}
      <MapOverlays view={view} least={least} onView={setView} onShowAll={showAll} />
    </PlanRoom>
  );
}
