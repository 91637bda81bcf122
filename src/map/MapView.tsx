import { useMemo, useState, type ReactNode } from 'react';
import { useColorMode } from '#ui/ColorMode';
import type { LayerName } from './layerName.ts';
import { LayerSwitches } from './LayerSwitches.tsx';
import { wholeContent, type MapContent } from './mapContent.ts';
import { MapHead } from './MapFrame.tsx';
import { mapLook } from './mapLook.ts';
import { MapPopup } from './MapPopup.tsx';
import { PlanFrame } from './PlanFrame.tsx';
import { planShape } from './planShape.ts';
import { project } from './planView.ts';
import { popupOf, type Choice } from './popup.ts';
import { useMapLayers } from './useMapLayers.ts';
import { usePlanView } from './usePlanView.ts';

/** How high a map is. Source: CONST-034. */
const HEIGHT_PX = 900;
const usual: readonly LayerName[] = ['lane', 'walkway', 'gutter', 'obstacle'];

/** Shown where it has no switch: the outline of the site is the ground of every plan. */
const always: readonly LayerName[] = ['site'];

interface Props extends MapContent {
  /** What the map is called, for those who do not see it. */
  readonly label: string;
  /** Stands left of the switches: a section head. */
  readonly heading?: ReactNode;
  /** The layers that have a switch; a layer without one is not shown. The crop state starts switched off. */
  readonly offered?: readonly LayerName[];
  readonly heightPx?: number;
}

/** The one view of a greenhouse plan: pan and zoom by mouse, touch and keyboard, north up. Give it through `React.lazy`: it brings deck.gl. */
export function MapView({ label, heading, offered = usual, heightPx = HEIGHT_PX, ...given }: Props) {
  const content = wholeContent(given);
  const look = mapLook(useColorMode().mode);
  const shape = useMemo(() => planShape(content.plan), [content.plan]);
  const [shown, setShown] = useState<ReadonlySet<LayerName>>(() => new Set([...always, ...offered.filter((name) => name !== 'crop')]));
  const [choice, setChoice] = useState<Choice | null>(null);
  const seen = usePlanView(shape.bounds);
  const popup = choice === null ? null : popupOf(choice, content);
  const layers = useMapLayers(content, { shape, look, zoom: seen.view.zoom, shown, popup });
  return (
    <section aria-label={label}>
      <MapHead>
        {heading}
        <LayerSwitches offered={offered} shown={shown} look={look} onChange={setShown} />
      </MapHead>
      <PlanFrame label={label} look={look} heightPx={heightPx} layers={layers} seen={seen} onChoose={setChoice}>
        {popup === null ? null : <MapPopup popup={popup} at={project(seen.view, seen.size, popup.place)} onClose={() => setChoice(null)} />}
      </PlanFrame>
    </section>
  );
}
