import { IconLayer } from '@deck.gl/layers';
import type { LaneFill } from '../laneFill.ts';
import { marksFrom, type MarkName } from '../markAtlas.ts';
import type { MapLook } from '../mapLook.ts';

const markOf = ({ tone }: LaneFill): MarkName => (tone === 'failed' ? 'cross' : 'turn');

/** A cross at the head of a lane whose job failed, a turning arrow where it was recovered. */
export const jobMarkLayer = (
  fills: readonly LaneFill[],
  look: MapLook,
  { visible, atlas }: { readonly visible: boolean; readonly atlas: HTMLCanvasElement },
): IconLayer<LaneFill> =>
  new IconLayer<LaneFill>({
    ...marksFrom(atlas),
    id: 'job mark',
    data: fills,
    visible,
    getIcon: markOf,
    getPosition: (fill) => fill.head,
    getSize: 20,
    sizeUnits: 'pixels',
    getColor: look.ground,
    updateTriggers: { getColor: look.mode },
  });
