import type { Feature, PlanLayers } from '#contract/map';
import type { LaneTones } from './laneFill.ts';
import type { MapMarker } from './layers/markerLayer.ts';
import type { MapDevice } from './mapDevice.ts';
import type { TrailPart } from './trailParts.ts';

/** The content of a map. Lists and maps must keep their identity while equal: the layers get them as they are. */
export interface MapContent {
  readonly plan: PlanLayers;
  readonly devices?: readonly MapDevice[];
  /** From `trailParts`. */
  readonly trail?: readonly TrailPart[];
  /** A data layer: the tone of each lane. */
  readonly laneTones?: LaneTones;
  /** A second data layer, drawn over the first: how much each lane got. */
  readonly laneBands?: LaneTones;
  /** More words for the popup of a lane, by lane id. */
  readonly laneNotes?: ReadonlyMap<string, string>;
  /** Features of the crop state. */
  readonly crop?: readonly Feature[];
  readonly markers?: readonly MapMarker[];
  /** Counts jumps in time; after a jump nothing glides. */
  readonly epoch?: number;
}

const nothing: readonly never[] = [];
const noTones: LaneTones = new Map();
const noNotes: ReadonlyMap<string, string> = new Map();

/** Fills in the defaults. They are constants, so that layers see no change. */
export const wholeContent = (content: MapContent): Required<MapContent> => ({
  plan: content.plan,
  devices: content.devices ?? nothing,
  trail: content.trail ?? nothing,
  laneTones: content.laneTones ?? noTones,
  laneBands: content.laneBands ?? noTones,
  laneNotes: content.laneNotes ?? noNotes,
  crop: content.crop ?? nothing,
  markers: content.markers ?? nothing,
  epoch: content.epoch ?? 0,
});
