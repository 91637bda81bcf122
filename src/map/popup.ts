/** The clickable objects of a plan and their popups: title, lines and links for devices, markers and features. */

import { deviceLabels } from '#domain/devices/deviceList';
import type { Feature, PlanLayers } from '#contract/map';
import { fixedText, measureText } from '#domain/text/numbers';
import { textOf } from './drawing/featureShape.ts';
import type { MapMarker } from './layers/markerLayer.ts';
import type { MapDevice } from './drawing/mapDevice.ts';
import { byShape } from './partFeatures.ts';
import { type Position, positionOf } from './drawing/position.ts';

/**
 * A click: the name of the layer, the position on the plan, and the clicked object. No index is kept, because the lists of a plan change while a popup is open.
 */
export interface ClickTarget {
  readonly layer: string;
  readonly place: Position;
  /** The id of a marker or the serial of a device. */
  readonly id: string | undefined;
  /** The clicked object; features are found by it, because they have no id. */
  readonly object: unknown;
}

/** The object that deck.gl found at a click; without one, `layer` is null or `index` negative. */
interface Picked {
  readonly layer: { readonly id: string } | null;
  readonly index: number;
  readonly coordinate?: readonly number[] | undefined;
  readonly object?: unknown;
}

/** Returns the name of a layer from its id. The ids of device layers also contain the serials, which would be another name for each list of devices. */
const layerOf = (id: string): string => (id.startsWith('device ') ? 'device' : id);

function idOf(clicked: unknown): string | undefined {
  if (typeof clicked !== 'object' || clicked === null) return undefined;
  const id = 'serial' in clicked ? clicked.serial : 'id' in clicked ? clicked.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** Returns the target of a click; null if no object was clicked. */
export function targetOf({ layer, index, coordinate, object }: Picked): ClickTarget | null {
  if (layer === null || index < 0) return null;
  return { layer: layerOf(layer.id), place: positionOf(coordinate ?? []), id: idOf(object), object };
}

/** A popup: its content and position. The plan highlights `feature`. */
export interface Popup {
  readonly title: string;
  readonly lines: readonly string[];
  /** Links to details, each with its text. */
  readonly links?: readonly Pick<MapMarker, 'to' | 'label' | 'onOpen'>[];
  readonly place: Position;
  readonly feature: Feature | null;
}
/** All clickable objects. `laneNotes` are additional lines for lanes, by lane id. */
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

const metres = (value: unknown) => fixedText(typeof value === 'number' ? value : null, 2);
const sizeOf = ({ properties }: Feature) => `${metres(properties['length'])} x ${metres(properties['width'])} m`;
const lineOf = (text: string | undefined) => (text === undefined || text === '' ? [] : [text]);

/** Returns the name of a gutter: the first non-empty property of number, name and id. */
const nameOf = (gutter: Feature) => ['number', 'name', 'id'].map((name) => textOf(gutter, name)).find((text) => text !== '') ?? '';

function wayPopup(word: string, feature: Feature, note: string | undefined): Omit<Popup, 'place'> {
  return { title: `${word} ${textOf(feature, 'id')}`, lines: [sizeOf(feature), ...lineOf(note)], feature };
}

/** Maximum number of properties of a feature that a popup lists; the popup counts the others. */
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

/** Returns the clicked feature, or the feature with the same content if the plan was read again, e.g. when a past moment is opened. Source: POPUP2. */
function foundAgain(features: readonly Feature[], object: unknown): Feature | undefined {
  const same = features.find((one) => one === object);
  if (same !== undefined) return same;
  const content = JSON.stringify(object);
  return features.find((one) => JSON.stringify(one) === content);
}

function featurePopup({ layer, object }: ClickTarget, { plan, crop, parts, laneNotes }: Clickable): Omit<Popup, 'place'> | null {
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
  const feature = foundAgain(Object.entries(from).find(([name]) => name === layer)?.[1].features ?? [], object);
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

/** Returns the popup of a marker. Only the topmost of several markers at one position can be clicked, so its popup lists all of them. */
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

/** Returns the popup for a click; null if its target no longer exists. The popup of a device follows the device. Source: POPUP2. */
export function popupOf(target: ClickTarget, there: Clickable): Popup | null {
  const { layer, place, id } = target;
  if (layer === 'device') {
    const device = there.devices.find(({ serial }) => serial === id);
    if (device === undefined) return null;
    const moving = device.velocity === null ? [] : [measureText(device.velocity, 'm/s')];
    return {
      title: deviceLabels(there.devices).get(device.serial) ?? device.name,
      lines: [[...lineOf(device.node ?? ''), ...moving].join(', ')],
      place: [device.x, device.y],
      feature: null,
    };
  }
  if (layer === 'marker') {
    return markerPopup(
      there.markers.find((marker) => marker.id === id),
      there.markers,
    );
  }
  const found = featurePopup(target, there);
  return found === null ? null : { ...found, place };
}
