import { OrthographicView, type Layer, type OrthographicViewState } from '@deck.gl/core';
import { DeckGL, type DeckGLRef } from '@deck.gl/react';
import { useMemo, useRef } from 'react';
import { type ClickTarget, targetOf } from './popup.ts';
import { PlanController } from './PlanController.ts';
import { MAX_ZOOM, MIN_ZOOM, type PlanCamera, type Size } from './planView.ts';
import { positionOf } from './drawing/position.ts';

// The container handles the keys, because it has the focus and an accessible name, unlike the canvas.
const views = new OrthographicView({
  id: 'plan',
  flipY: false,
  controller: { type: PlanController, keyboard: false, dragRotate: false, touchRotate: false },
});

const zoomOf = ({ zoomX, zoom }: OrthographicViewState) => zoomX ?? (typeof zoom === 'number' ? zoom : MIN_ZOOM);
const cursorOf = ({ isDragging, isHovering }: { readonly isDragging: boolean; readonly isHovering: boolean }) => {
  if (isDragging) return 'grabbing';
  return isHovering ? 'pointer' : 'grab';
};

/** Removes the element with the canvas from the tab order, to which deck.gl adds it without a name and an outline; a press then focuses the container. */
function dropStop(canvas: HTMLElement | null | undefined): void {
  canvas?.closest('[tabindex="0"].deck-events-root')?.removeAttribute('tabindex');
}

interface Props {
  readonly layers: Layer[];
  readonly view: PlanCamera;
  /** The minimum zoom. */
  readonly least: number;
  readonly onView: (view: PlanCamera) => void;
  readonly onSize: (size: Size) => void;
  readonly onChoose: (choice: ClickTarget | null) => void;
  readonly onFailure: () => void;
}

/** Renders the deck.gl canvas of a plan (orthographic view, cursor, clicks), which redraws only after a change. */
export function MapCanvas({ layers, view, least, onView, onSize, onChoose, onFailure }: Props) {
  // A layer belongs to the canvas that drew it first, and is blank on any other canvas, such as the new one after the drawing context was lost.
  const ownLayers = useMemo(() => layers.map((layer) => layer.clone({})), [layers]);
  const deck = useRef<DeckGLRef<OrthographicView>>(null);
  return (
    <DeckGL<OrthographicView>
      ref={deck}
      views={views}
      layers={ownLayers}
      viewState={{ target: [view.target[0], view.target[1], 0], zoom: view.zoom, minZoom: least, maxZoom: MAX_ZOOM }}
      onViewStateChange={({ viewState }) => onView({ target: positionOf(viewState.target ?? []), zoom: zoomOf(viewState) })}
      onLoad={() => dropStop(deck.current?.deck?.getCanvas())}
      onResize={onSize}
      onClick={(picked) => onChoose(targetOf(picked))}
      onError={(_, layer) => layer === undefined && onFailure()}
      getCursor={cursorOf}
      pickingRadius={6}
      touchAction="pan-x pan-y"
    />
  );
}
