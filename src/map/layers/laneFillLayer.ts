import { SolidPolygonLayer } from '@deck.gl/layers';
import type { LaneFill } from '../laneFill.ts';
import { fillColour } from '../laneFill.ts';
import type { MapLook } from '../mapLook.ts';

/** What a data layer says of the lanes, over their ground or over another one. */
export const laneFillLayer = (
  id: 'lane fill' | 'lane band',
  fills: readonly LaneFill[],
  look: MapLook,
  visible: boolean,
): SolidPolygonLayer<LaneFill> =>
  new SolidPolygonLayer<LaneFill>({
    id,
    data: fills,
    visible,
    getPolygon: (fill) => fill.polygon,
    getFillColor: (fill) => fillColour(look, fill.tone),
    updateTriggers: { getFillColor: look.mode },
  });
