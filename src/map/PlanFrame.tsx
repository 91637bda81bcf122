import type { KeyboardEvent, ReactNode } from 'react';
import type { Layer } from '@deck.gl/core';
import { useState } from 'react';
import { canDraw } from './canDraw.ts';
import { MapCanvas } from './MapCanvas.tsx';
import { MapFrame, MapMissing } from './MapFrame.tsx';
import { MapOverlays } from './MapOverlays.tsx';
import { viewAfterKey } from './planView.ts';
import type { Choice } from './popup.ts';
import { cssColour } from './rgb.ts';
import type { MapStyle } from './mapStyle.ts';
import type { usePlanView } from './usePlanView.ts';

interface Props {
  readonly label: string;
  readonly style: MapStyle;
  readonly heightPx: number;
  readonly layers: Layer[];
  readonly seen: ReturnType<typeof usePlanView>;
  readonly onChoose: (choice: Choice | null) => void;
  /** The popup. */
  readonly children: ReactNode;
}

/** Renders the frame of a plan: canvas, overlays and keyboard control. */
export function PlanFrame({ label, style, heightPx, layers, seen, onChoose, children }: Props) {
  const [cannotDraw, setCannotDraw] = useState(() => !canDraw(document));
  const { view, setView, setSize, showAll } = seen;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onChoose(null);
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const next = event.target === event.currentTarget && !hasModifier ? viewAfterKey(view, event.key) : null;
    if (next === null) return;
    event.preventDefault();
    setView(next);
  };
  return (
    <MapFrame
      role="group"
      aria-label={`${label}: arrow keys move, plus and minus zoom`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      style={{ height: `${heightPx}px`, backgroundColor: cssColour(style.ground) }}
    >
      {cannotDraw ? (
        <MapMissing role="alert">Map could not be generated</MapMissing>
      ) : (
        <div className="surface">
          <MapCanvas
            layers={layers}
            view={view}
            onView={setView}
            onSize={setSize}
            onChoose={onChoose}
            onFailure={() => setCannotDraw(true)}
          />
        </div>
      )}
      {children}
      <MapOverlays view={view} onView={setView} onShowAll={showAll} />
    </MapFrame>
  );
}
