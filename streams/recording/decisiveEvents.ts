import { RAW_STATE_CALL } from '#contract/fleet/rawState';
import type { EventKind, FleetEvent } from '../event.ts';
import type { EventBlock } from './eventBlock.ts';

/** The kinds of events that need the earlier reports, because they keep, remove or drop the current state of devices. */
const BARRIERS: ReadonlySet<string> = new Set<EventKind>(['clock.ticked', 'device.removed', 'session.closed']);

/** Returns, per event, 1 for the first report of a device that the state does not contain yet; these reports determine the order of devices. */
function firstReports({ devices, texts, kindOf, knownDevices }: EventBlock, count: number): Uint8Array {
  const [isFirst, isKnown] = [new Uint8Array(count), new Uint8Array(texts.length)];
  for (const device of knownDevices) isKnown[device] = 1;
  for (let index = 0; index < count; index += 1) {
    const device = devices[index] ?? -1;
    if (device >= 0 && isKnown[device] === 0) isFirst[index] = isKnown[device] = 1;
    if (device < 0 && kindOf(index) === 'session.closed') isKnown.fill(0);
  }
  return isFirst;
}

/**
 * Returns the events, among the first `before` of a block, that determine the state after all of these. Omits a report that a later report of its device
 * replaces before any barrier, unless it is the device's first report or the only one that proves presence. The last tick is a barrier.
 */
export function decisiveEvents(block: EventBlock, before: number): readonly FleetEvent[] {
  const { devices, texts, kindOf } = block;
  const count = Math.min(before, block.count);
  const isFirst = firstReports(block, count);
  // `raw_state` also returns removed devices.
  const rawState = texts.indexOf(RAW_STATE_CALL);
  const kept: number[] = [];
  // The loop runs backward. A device is marked with the number of barriers that follow its later report.
  const [replaced, replacedByPresence] = [new Int32Array(texts.length).fill(-1), new Int32Array(texts.length).fill(-1)];
  let [barriers, hasTick] = [0, false];
  for (let index = count - 1; index >= 0; index -= 1) {
    const device = devices[index] ?? -1;
    if (device < 0) {
      kept.push(index);
      const kind = kindOf(index);
      if (BARRIERS.has(kind) && !(kind === 'clock.ticked' && hasTick)) barriers += 1;
      hasTick ||= kind === 'clock.ticked';
      continue;
    }
    const isPresence = block.sourceOf(index) !== rawState;
    const isReplaced = (isPresence ? replacedByPresence : replaced)[device] === barriers;
    if (!isReplaced || isFirst[index] === 1) kept.push(index);
    replaced[device] = barriers;
    if (isPresence) replacedByPresence[device] = barriers;
  }
  return kept.toReversed().map(block.eventAt);
}
