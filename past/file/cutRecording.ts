import type { TimeSpan } from '#domain/text/timeUnits';
import type { FleetEvent } from '#streams/event';
import { frameBlock } from '#streams/recording/blockFrame';
import type { RecordingCodec } from '#streams/recording/codec';
import { decisiveEvents } from '#streams/recording/decisiveEvents';
import { writeBlock, type EventBlock, type Keyframe } from '#streams/recording/eventBlock';
import { keyframeOf, stateOf } from '#state/keyframe';
import { reduceLog } from '#state/store';

/** Returns the state after the first `count` events of a block, as a keyframe. */
function keyframeAfter(block: EventBlock, count: number): Keyframe {
  const before = block.keyframe === null ? undefined : stateOf(block.keyframe);
  return count === 0 && block.keyframe !== null ? block.keyframe : keyframeOf(reduceLog(before, decisiveEvents(block, count)));
}

interface CutBlock {
  readonly keyframe: Keyframe;
  readonly events: readonly FleetEvent[];
}

/** Returns the part of a block within a span, with the state before it; null if none of its events is in the span. */
function cutBlock(block: EventBlock, { from, to }: TimeSpan): CutBlock | null {
  const start = block.atOf(0) >= from ? 0 : block.countUntil(from);
  const events = Array.from({ length: Math.max(0, block.countUntil(to) - start) }, (_, index) => block.eventAt(start + index));
  return events.length === 0 ? null : { keyframe: keyframeAfter(block, start), events };
}

const spanOf = ({ events }: Pick<CutBlock, 'events'>): TimeSpan => ({ from: events[0]?.at ?? 0, to: events.at(-1)?.at ?? 0 });

function framed({ keyframe, events }: CutBlock, codec: RecordingCodec): Promise<Uint8Array> {
  const { from, to } = spanOf({ events });
  const summary = { firstSeq: events[0]?.seq ?? 0, count: events.length, firstAt: from, lastAt: to };
  return frameBlock(writeBlock(keyframe, events, codec), summary, codec);
}

function noteSerials({ keyframe, events }: CutBlock, into: Set<string>): void {
  for (const { serial } of keyframe.reports) into.add(serial);
  for (const event of events) if (event.kind === 'device.stateReported') into.add(event.serial);
}

/** The part of a recording within a span. */
interface Cut {
  /** The blocks, framed for a file; empty if none of the events is in the span. */
  readonly frames: readonly Uint8Array[];
  /** The number of devices in the blocks. */
  readonly devices: number;
  /** The span from the first event to the last one, in ms since epoch. */
  readonly held: TimeSpan;
}

/**
 * Cuts a span out of a recording: its blocks, framed for a file. One block is in memory at a time. The frames are sorted by time, because a file with unsorted
 * frames is refused; the blocks of a store are unsorted if the clock was set back between two visits. Source: CUT1.
 */
export async function cutRecording(blocks: AsyncIterable<EventBlock>, span: TimeSpan, codec: RecordingCodec): Promise<Cut> {
  const [cuts, serials]: [(TimeSpan & { readonly frame: Uint8Array })[], Set<string>] = [[], new Set()];
  for await (const block of blocks) {
    const cut = cutBlock(block, span);
    if (cut === null) continue;
    noteSerials(cut, serials);
    cuts.push({ ...spanOf(cut), frame: await framed(cut, codec) });
  }
  const frames = cuts.toSorted((one, other) => one.from - other.from).map(({ frame }) => frame);
  const held = { from: Math.min(...cuts.map(({ from }) => from)), to: Math.max(...cuts.map(({ to }) => to)) };
  return { frames, devices: serials.size, held };
}
