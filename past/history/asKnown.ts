/**
 * The two views of the server's history: as it was, each report at its own time, and as it was known, without later arrivals. Both are built from one block,
 * which contains the difference between them.
 */

import { DamagedRecording } from '#streams/recording/bytes';
import { firstAfter, type EventBlock } from '#streams/recording/eventBlock';
import type { EventOf, FleetEvent, InsteadEvent } from '#streams/event';
import { checkedEvent } from '../file/checkedBlock.ts';

/** The view of the past: as it was, or as it was known. */
export type PastView = 'was' | 'known';

/** Returns the event that lists the parts of a block that were not known at their instants; null for a block that was known completely. */
function knownOf(block: EventBlock): EventOf<'history.known'> | null {
  if (block.count === 0 || block.kindOf(0) !== 'history.known') return null;
  const event = block.eventAt(0);
  return event.kind === 'history.known' ? event : null;
}

type ReceivedLateAt = NonNullable<EventBlock['receivedLateAt']>;

/** Returns the function that finds the arrival of a late report. */
function lateTimesIn({ late }: EventOf<'history.known'>): ReceivedLateAt {
  const bySerial = new Map(late.map(({ serial, reports }) => [serial, new Map(reports)]));
  return (serial, reportedAt) => bySerial.get(serial)?.get(reportedAt) ?? null;
}

/** Returns a block as it was: each report at its own time. */
function blockAsWas(block: EventBlock, receivedLateAt: ReceivedLateAt): EventBlock {
  return {
    ...block,
    receivedLateAt,
    count: block.count - 1,
    atOf: (index) => block.atOf(index + 1),
    kindOf: (index) => block.kindOf(index + 1),
    countUntil: (at) => Math.max(0, block.countUntil(at) - 1),
    eventAt: (index) => block.eventAt(index + 1),
    devices: block.devices.subarray(1),
    sourceOf: (index) => block.sourceOf(index + 1),
    fieldAt: (index, name) => block.fieldAt(index + 1, name),
  };
}

/** A position of a view: an event of the block by its index, or an event that replaces others. */
type Place = number | InsteadEvent;

/** Returns the positions of the view as it was known, in order. */
function placesOf(block: EventBlock, { without, instead }: EventOf<'history.known'>): readonly Place[] {
  const left = new Set(without);
  const places: Place[] = [];
  let next = 0;
  for (let index = 1; index < block.count; index += 1) {
    for (let one = instead[next]; one !== undefined && one.before <= index; one = instead[next]) {
      places.push(one);
      next += 1;
    }
    if (!left.has(index)) places.push(index);
  }
  return [...places, ...instead.slice(next)];
}

const isEvent = (value: unknown): value is FleetEvent => typeof value === 'object' && value !== null && 'kind' in value;

function insteadEvent({ at, event }: InsteadEvent, seq: number, source: string): FleetEvent {
  if (typeof event !== 'object' || event === null) throw new DamagedRecording('An event of the recording cannot be read.');
  const stamped: unknown = { ...event, seq, at, source };
  if (!isEvent(stamped)) throw new DamagedRecording('An event of the recording has no kind, place or source.');
  return checkedEvent(stamped);
}

/** Returns a block as it was known. Throws `DamagedRecording` if an event cannot be read. */
function blockAsKnown(block: EventBlock, known: EventOf<'history.known'>, receivedLateAt: ReceivedLateAt): EventBlock {
  const places = placesOf(block, known);
  const events = places.map((place, index) => (typeof place === 'number' ? null : insteadEvent(place, index + 1, known.source)));
  const indexes = places.map((place) => (typeof place === 'number' ? place : -1));
  const indexOf = (index: number) => indexes[index] ?? -1;
  const ats = Float64Array.from(events, (event, index) => event?.at ?? block.atOf(indexOf(index)));
  return {
    ...block,
    receivedLateAt,
    count: places.length,
    atOf: (index) => ats[index] ?? NaN,
    kindOf: (index) => events[index]?.kind ?? block.kindOf(indexOf(index)),
    countUntil: (at) => firstAfter(ats, at),
    eventAt: (index) => events[index] ?? { ...block.eventAt(indexOf(index)), seq: index + 1 },
    devices: Int32Array.from(indexes, (index) => block.devices[index] ?? -1),
    sourceOf: (index) => block.sourceOf(indexOf(index)),
    fieldAt: (index, name) => block.fieldAt(indexOf(index), name),
  };
}

/** Returns the views of a block of the server's history; both are the block itself if all of it was known at its instants. */
export function viewsOf(block: EventBlock): (view: PastView) => EventBlock {
  const known = knownOf(block);
  if (known === null) return () => block;
  const receivedLateAt = lateTimesIn(known);
  const was = blockAsWas(block, receivedLateAt);
  let asKnown: EventBlock | null = null;
  return (view) => (view === 'was' ? was : (asKnown ??= blockAsKnown(block, known, receivedLateAt)));
}
