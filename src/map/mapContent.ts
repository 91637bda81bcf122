import type { Feature, PlanLayers } from '#contract/map';
import type { LaneTones } from './drawing/laneFill.ts';
import type { MapMarker } from './layers/markerLayer.ts';
import type { Ghost, MapDevice } from './drawing/mapDevice.ts';
import type { Bounds } from './drawing/position.ts';
import type { TrailPart } from './drawing/trailParts.ts';

/**
 * The content of a plan (`MapContent`): features, devices, ghosts, trail, tones of lanes, markers, a region and crop state. Lists and maps must keep their
 * identity while their content is equal, because they are passed to the layers unchanged.
 */
export interface MapContent {
  readonly plan: PlanLayers;
  readonly devices?: readonly MapDevice[];
  /** The positions of the devices at another moment. */
  readonly ghosts?: readonly Ghost[];
  /** The trail of a device, from `trailParts`. */
  readonly trail?: readonly TrailPart[];
  /** A data layer: the tone of each lane. */
  readonly laneTones?: LaneTones;
  /** A second data layer, drawn over the first: the tone of each lane. */
  readonly laneBands?: LaneTones;
  /** An additional line in the popup of a lane, by lane id. */
  readonly laneNotes?: ReadonlyMap<string, string>;
  /** Features of the crop state. */
  readonly crop?: readonly Feature[];
  /** Features of the other parts of a version, each with the name of its part as property `part`. */
  readonly parts?: readonly Feature[];
  readonly markers?: readonly MapMarker[];
  /** A highlighted rectangle in metres. */
  readonly region?: Bounds | null;
  /** Incremented at each jump in time, after which positions are not animated. */
  readonly epoch?: number;
}

const nothing: readonly never[] = [];
const noTones: LaneTones = new Map();
const noNotes: ReadonlyMap<string, string> = new Map();

/** Fills in constant defaults, so their identity never changes. */
export const wholeContent = (content: MapContent): Required<MapContent> => ({
  plan: content.plan,
  devices: content.devices ?? nothing,
  ghosts: content.ghosts ?? nothing,
  trail: content.trail ?? nothing,
  laneTones: content.laneTones ?? noTones,
  laneBands: content.laneBands ?? noTones,
  laneNotes: content.laneNotes ?? noNotes,
  crop: content.crop ?? nothing,
  parts: content.parts ?? nothing,
  markers: content.markers ?? nothing,
  region: content.region ?? null,
  epoch: content.epoch ?? 0,
});
