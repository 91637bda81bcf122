import { useMemo, useState, type ReactNode } from 'react';
import { useColorMode } from '#ui/ColorMode';
import { usualLayers, type SwitchableLayer } from './layerName.ts';
import { LayerSwitches } from './LayerSwitches.tsx';
import { wholeContent, type MapContent } from './mapContent.ts';
import { MapHead } from './MapContainer.tsx';
import { mapStyle } from './drawing/mapStyle.ts';
import { MapPopup } from './MapPopup.tsx';
import { PlanContainer } from './PlanContainer.tsx';
import { PLAN_PX } from './planHeight.ts';
import { planGeometry } from './drawing/planShape.ts';
import type { Position } from './drawing/position.ts';
import { project } from './planView.ts';
import { popupOf, type ClickTarget } from './popup.ts';
import { RegionDrawing, type RegionReceiver } from './RegionDrawing.tsx';
import { useMapLayers } from './useMapLayers.ts';
import { usePlanView } from './usePlanView.ts';

/** The layers that are always shown and have no switch. */
const always: readonly SwitchableLayer[] = ['site'];

/** The zoom of a view with a focus: about 11 pixels per metre. */
const FOCUS_ZOOM = 3.5;

interface Props extends MapContent {
  /** The accessible name of the map. */
  readonly label: string;
  /** Shown to the left of the switches: a section heading. */
  readonly heading?: ReactNode;
  /** Shown between the heading and the plan. */
  readonly caption?: ReactNode;
  /** The layers that have a switch; other layers are hidden. The crop state is initially off. */
  readonly offered?: readonly SwitchableLayer[];
  /** The position on which the first view is centred, closer than the whole plan; by default, the view includes the only device, if there is one. */
  readonly focus?: Position | undefined;
  /** If set, a drag on the plan, by mouse or finger, draws a rectangle instead of moving the plan. */
  readonly draws?: RegionReceiver | undefined;
  /** The maximum height in px, see `PlanContainer`. */
  readonly heightPx?: number;
}

/**
 * Renders a greenhouse plan with heading, layer switches, caption, container and popup: pan and zoom by mouse, touch and keyboard, north up. Load it on demand
 * (`loadable`), because it imports deck.gl.
 */
export function MapView({ label, heading, caption, offered = usualLayers, focus, draws, heightPx = PLAN_PX, ...given }: Props) {
  const content = wholeContent(given);
  const style = mapStyle(useColorMode().mode);
  const shape = useMemo(() => planGeometry(content.plan), [content.plan]);
  const [shown, setShown] = useState<ReadonlySet<SwitchableLayer>>(
    () => new Set([...always, ...offered.filter((name) => name !== 'crop')]),
  );
  const [choice, setChoice] = useState<ClickTarget | null>(null);
  // With several devices, the first view is not moved to any of them.
  const [only] = content.devices.length === 1 ? content.devices : [];
  const seen = usePlanView(shape.bounds, focus ?? (only && [only.x, only.y]), focus === undefined ? undefined : FOCUS_ZOOM);
  const popup = choice === null ? null : popupOf(choice, content);
  // A target that disappears must not open its popup again when it reappears.
  if (choice !== null && popup === null) setChoice(null);
  const layers = useMapLayers(content, { shape, style, zoom: seen.view.zoom, shown, popup });
  return (
    <section aria-label={label}>
      <MapHead>
        {heading}
        <LayerSwitches offered={offered} shown={shown} style={style} onChange={setShown} />
      </MapHead>
      {caption}
      <PlanContainer
        label={label}
        style={style}
        heightPx={heightPx}
        layers={layers}
        seen={seen}
        onChoose={setChoice}
        hasPopup={popup !== null}
      >
        {draws !== undefined && seen.size.width > 0 && <RegionDrawing view={seen.view} size={seen.size} draws={draws} />}
        {popup !== null && (
          <MapPopup popup={popup} at={project(seen.view, seen.size, popup.place)} size={seen.size} onClose={() => setChoice(null)} />
        )}
      </PlanContainer>
    </section>
  );
}
