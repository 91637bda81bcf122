import type { Feature, PlanLayers } from '#contract/map';
import type { LaneTones } from './laneFill.ts';
import type { MapMarker } from './layers/markerLayer.ts';
import type { MapDevice } from './mapDevice.ts';
import type { TrailPart } from './trailParts.ts';

/** What a map is about. Lists and maps must keep their identity while they mean the same: they are handed to the layers as they are. */
export interface MapContent {
  readonly plan: PlanLayers;
  readonly devices?: readonly MapDevice[];
  /** From `trailParts`. */
  readonly trail?: readonly TrailPart[];
  /** A data layer: what is said of each lane. */
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

/** The same with everything said: what is missing is one and the same nothing, so that layers see no change. */
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
