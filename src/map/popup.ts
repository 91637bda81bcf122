/** The clickable objects of a plan, and their popups: title, lines and links for devices, markers and features. */

import { deviceLabels } from '#domain/devices/deviceList';
import type { Feature, PlanLayers } from '#contract/map';
import { textOf } from './drawing/featureShape.ts';
import type { MapMarker } from './layers/markerLayer.ts';
import type { MapDevice } from './drawing/mapDevice.ts';
import { byShape } from './partFeatures.ts';
import type { Position } from './drawing/position.ts';

/** A click: the layer's id, the index in its list and the position on the plan. */
export interface ClickTarget {
  readonly layer: string;
  readonly index: number;
  readonly place: Position;
  /** The id of a marker, because its index may change while the popup is open. */
  readonly id?: string | undefined;
}
/** A popup: its content and position. `feature` is highlighted on the plan. */
export interface Popup {
  readonly title: string;
  readonly lines: readonly string[];
  /** Links to details, each with a text. */
  readonly links?: readonly Pick<MapMarker, 'to' | 'label' | 'onOpen'>[];
  readonly place: Position;
  readonly feature: Feature | null;
}
/** Everything that can be clicked. `laneNotes` are additional lines for lanes, by lane id. */
export interface Clickable {
  readonly plan: PlanLayers;
  readonly crop: readonly Feature[];
  readonly parts: readonly Feature[];
  readonly devices: readonly MapDevice[];
  readonly markers: readonly MapMarker[];
  readonly laneNotes: ReadonlyMap<string, string>;
}

/** Maximum number of markers that a popup lists. */
const MARKERS_NAMED = 5;

const metres = (value: unknown) => (typeof value === 'number' ? value.toFixed(2) : '-');
const sizeOf = ({ properties }: Feature) => `${metres(properties['length'])} x ${metres(properties['width'])} m`;
const lineOf = (text: string | undefined) => (text === undefined || text === '' ? [] : [text]);

/** Returns the name of a gutter: its number, or its name on the map. */
const nameOf = (gutter: Feature) => ['number', 'name', 'id'].map((name) => textOf(gutter, name)).find((text) => text !== '') ?? '';

function wayPopup(word: string, feature: Feature, note: string | undefined): Omit<Popup, 'place'> {
  return { title: `${word} ${textOf(feature, 'id')}`, lines: [sizeOf(feature), ...lineOf(note)], feature };
}

/** The properties of a feature that a popup lists. */
const PROPERTIES_LISTED = 6;

function partPopup(feature: Feature): Omit<Popup, 'place'> {
  const { part: _, ...properties } = feature.properties;
  const lines = Object.entries(properties).flatMap(([name, value]) => (value === null || value === '' ? [] : [`${name}: ${value}`]));
  const more = lines.length - PROPERTIES_LISTED;
  return {
    title: textOf(feature, 'part'),
    lines: [...lines.slice(0, PROPERTIES_LISTED), ...(more > 0 ? [`and ${more} more`] : [])],
    feature,
  };
}

function featurePopup(layer: string, index: number, { plan, crop, parts, laneNotes }: Clickable): Omit<Popup, 'place'> | null {
  const shapes = layer.startsWith('part ') ? byShape(parts) : { lines: [], points: [] };
  const from = {
    lane: plan.lane,
    walkway: plan.walkway,
    gutter: plan.gutter,
    obstacle: plan.obstacle,
    crop: { features: crop },
    'part line': { features: shapes.lines },
    'part point': { features: shapes.points },
  };
  const feature = Object.entries(from).find(([name]) => name === layer)?.[1].features[index];
  if (feature === undefined) return null;
  switch (layer) {
    case 'lane':
      return wayPopup('Lane', feature, laneNotes.get(textOf(feature, 'id')));
    case 'walkway':
      return wayPopup('Walkway', feature, undefined);
    case 'gutter':
      return { title: `Gutter ${nameOf(feature)}`, lines: [], feature };
    case 'obstacle':
      return { title: `Obstacle ${textOf(feature, 'type')}`, lines: [], feature };
    case 'part line':
    case 'part point':
      return partPopup(feature);
    default:
      return { title: `Gutter ${textOf(feature, 'gutter')}`, lines: [`Crop state ${textOf(feature, 'state')}`], feature };
  }
}

/** Of several markers at one position, only the topmost can be clicked, so its popup lists all of them. */
function markerPopup(marker: MapMarker | undefined, markers: readonly MapMarker[]): Popup | null {
  if (marker === undefined) return null;
  const { x, y } = marker;
  const here = markers.filter((other) => other !== marker && other.x === x && other.y === y);
  const named = [marker, ...here].slice(0, MARKERS_NAMED);
  const more = here.length + 1 - named.length;
  return {
    title: here.length === 0 ? marker.label : `${here.length + 1} at this place`,
    lines: more === 0 ? [] : [`and ${more} more`],
    links: named.map(({ to, label, onOpen }) => ({
      to,
      label: here.length === 0 ? 'Info' : label,
      ...(onOpen === undefined ? {} : { onOpen }),
    })),
    place: [x, y],
    feature: null,
  };
}

/** Returns the popup for a click, null when its target no longer exists. The popup of a device follows the device. */
export function popupOf({ layer, index, place, id }: ClickTarget, there: Clickable): Popup | null {
  if (layer === 'device') {
    const device = there.devices[index];
    if (device === undefined) return null;
    const moving = device.velocity === null ? [] : [`${device.velocity.toFixed(2)} m/s`];
    return {
      title: deviceLabels(there.devices).get(device.serial) ?? device.name,
      lines: [[...lineOf(device.node ?? ''), ...moving].join(', ')],
      place: [device.x, device.y],
      feature: null,
    };
  }
  if (layer === 'marker') {
    return markerPopup(
      there.markers.find((marker, at) => (id === undefined ? at === index : marker.id === id)),
      there.markers,
    );
  }
  const found = featurePopup(layer, index, there);
  return found === null ? null : { ...found, place };
}
