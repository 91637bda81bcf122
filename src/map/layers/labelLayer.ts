import { TextLayer } from '@deck.gl/layers';
import type { LaneLabel } from '../laneLabels.ts';
import type { MapLook } from '../mapLook.ts';

const BESIDE_PX = 14;

/** The lane numbers, beyond the head of each lane. Screen y counts down, so that the way outward is turned over. */
export const labelLayer = (labels: readonly LaneLabel[], look: MapLook, visible: boolean): TextLayer<LaneLabel> =>
  new TextLayer<LaneLabel>({
    id: 'label',
    data: labels,
    visible,
    getText: (label) => label.text,
    getPosition: (label) => label.place,
    getPixelOffset: (label) => [label.outward[0] * BESIDE_PX, -label.outward[1] * BESIDE_PX],
    getSize: 12,
    sizeUnits: 'pixels',
    getColor: look.label,
    fontFamily: "'Atkinson Hyperlegible Next Variable', system-ui, sans-serif",
    characterSet: 'auto',
    updateTriggers: { getColor: look.mode },
  });
