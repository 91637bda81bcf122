import type { Layer } from '@deck.gl/core';
import { useMemo, useState } from 'react';
import { useMedia } from '#ui/useMedia';
import { ghostDots } from './drawing/ghostDots.ts';
import { laneFills } from './drawing/laneFill.ts';
import { legibleLabels } from './drawing/laneLabels.ts';
import type { SwitchableLayer } from './layerName.ts';
import type { MapContent } from './mapContent.ts';
import { mapLayers } from './mapLayers.ts';
import type { MapStyle } from './drawing/mapStyle.ts';
import { markAtlas } from './drawing/markAtlas.ts';
import { byShape } from './partFeatures.ts';
import type { PlanGeometry } from './drawing/planShape.ts';
import { pixelsPerMetre } from './planView.ts';
import type { Popup } from './popup.ts';

interface Seen {
  readonly shape: PlanGeometry;
  readonly style: MapStyle;
  readonly zoom: number;
  readonly shown: ReadonlySet<SwitchableLayer>;
  readonly popup: Popup | null;
}

/** Returns the layers to draw. Each list is recomputed only when its inputs change; labels and dots follow the zoom in half steps. */
export function useMapLayers(content: Required<MapContent>, { shape, style, zoom, shown, popup }: Seen): Layer[] {
  const [atlas] = useState(() => markAtlas(document.createElement('canvas')));
  const glides = useGlides();
  const step = Math.floor(zoom * 2) / 2;
  const labels = useMemo(() => legibleLabels(shape.labels, pixelsPerMetre(step)), [shape, step]);
  const fills = useMemo(() => laneFills(shape.lanes, content.laneTones), [shape, content.laneTones]);
  const bands = useMemo(() => laneFills(shape.lanes, content.laneBands, content.laneTones), [shape, content.laneBands, content.laneTones]);
  const jobMarks = useMemo(() => fills.filter(({ tone }) => tone === 'failed' || tone === 'recovered'), [fills]);
  const dots = useMemo(() => ghostDots(content.ghosts, pixelsPerMetre(step)), [content.ghosts, step]);
  const partShapes = useMemo(() => byShape(content.parts), [content.parts]);
  const feature = popup?.feature ?? null;
  const chosen = useMemo(() => (feature === null ? [] : [feature]), [feature]);
  return mapLayers({
    ...content,
    shape,
    style,
    zoom,
    shown,
    labels,
    fills,
    bands,
    jobMarks,
    partShapes,
    ghostDots: dots,
    chosen,
    atlas,
    glides,
  });
}

/** Returns whether positions are animated between reports: false if the system requests reduced motion. */
const useGlides = (): boolean => !useMedia('(prefers-reduced-motion: reduce)');
