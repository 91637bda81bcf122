/** Reads the minutes around an incident from a recording: the reports of all devices, where they were deployed, and the commands of this console. */

import type { TimeSpan } from '#domain/text/timeUnits';
import { getAllDevices } from '#contract/devices/device';
import { commands, type CommandName } from '#domain/commands/commandRows';
import { knownEnd, type RoomMark, type RoomRecord, type RoomReport } from '#domain/incidents/roomRecord';
import { stateOf } from '#state/keyframe';
import { selectAllDevices } from '#state/referenceData';
import { reduceLog, type RootState } from '#state/store';
import type { EventKind, FleetEvent } from '#streams/event';
import type { EventBlock } from '#streams/recording/eventBlock';
import { isOfHistory } from '../recorder/historyLog.ts';
import { goesOn } from '../recorder/pause.ts';
import type { BlockEntry } from '../recorder/recorder.ts';
import { blocksOfSpan, type RecordedBlocks } from '../recorder/recordedBlocks.ts';

/** The data read so far. */
interface Draft {
  readonly reports: Map<string, RoomReport[]>;
  readonly places: Map<string, string>;
  readonly marks: (RoomMark & { readonly serial: string })[];
  readonly gaps: string[];
}

const REPORT: EventKind = 'device.stateReported';
/** Kinds of events that a room reads. */
const KINDS: ReadonlySet<string> = new Set<EventKind>([REPORT, 'device.removed', 'session.closed', 'command.requested', 'log.gap']);

const CONTROL: ReadonlySet<CommandName> = new Set<CommandName>(['takeControl', 'releaseControl']);

/** Adds a report of a device unless it is known already. */
function note({ reports }: Draft, serial: string, report: RoomReport): void {
  const known = reports.get(serial) ?? [];
  const last = known.at(-1);
  // The start of a silence is by the console's clock, reports are by the server's, so the order of the log decides.
  if (last?.state === null && report.state !== null && report.at <= last.at) known.pop();
  else if (last !== undefined && (report.state === null ? last.state === null : report.at <= last.at)) return;
  known.push(report.state === null && last !== undefined ? { at: Math.max(report.at, last.at + 1), state: null } : report);
  reports.set(serial, known);
}

/** Records that every device is unknown from an instant on. */
function noteEnd(draft: Draft, at: number): void {
  for (const serial of draft.reports.keys()) note(draft, serial, { at, state: null });
}

/** Adds an event; `offsetMs` is the time by which the server's clock is ahead of the log's. */
function addEvent(draft: Draft, event: FleetEvent, offsetMs: number): void {
  if (event.kind === 'device.stateReported') note(draft, event.serial, { at: event.reportedAt, state: event.state });
  else if (event.kind === 'device.removed') note(draft, event.serial, { at: event.at + offsetMs, state: null });
  else if (event.kind === 'session.closed') noteEnd(draft, event.at + offsetMs);
  else if (event.kind === 'log.gap') draft.gaps.push(event.reason);
  else if (event.kind === 'command.requested') {
    const { at, command, serial } = event;
    draft.marks.push({ kind: CONTROL.has(command) ? 'control' : 'command', at: at + offsetMs, text: commands[command].label, serial });
  }
}

/** Returns the newest list of devices among the first `count` events of a block, or in its keyframe. */
function listedIn(block: EventBlock, count: number): ReturnType<typeof selectAllDevices> {
  const before: RootState | undefined = block.keyframe === null ? undefined : stateOf(block.keyframe);
  for (let index = count - 1; index >= 0; index -= 1) {
    if (block.kindOf(index) !== 'request.succeeded') continue;
    const event = block.eventAt(index);
    if (event.kind === 'request.succeeded' && event.call === getAllDevices.name) return selectAllDevices(reduceLog(before, [event]));
  }
  return before === undefined ? [] : selectAllDevices(before);
}

/** Adds the last event of each device among the first `count` of a block, which may hold minutes before the span. */
function addBefore(draft: Draft, block: EventBlock, count: number, offsetMs: number): void {
  const last = new Map<string, number>();
  for (let index = 0; index < count; index += 1) {
    const device = block.devices[index] ?? -1;
    if (device >= 0) last.set(block.texts[device] ?? '', index);
    else if (KINDS.has(block.kindOf(index))) {
      const event = block.eventAt(index);
      if (event.kind === 'device.stateReported' || event.kind === 'device.removed') last.set(event.serial, index);
      else addEvent(draft, event, offsetMs);
      if (event.kind === 'session.closed') last.clear();
    }
  }
  for (const index of last.values()) addEvent(draft, block.eventAt(index), offsetMs);
}

function addBlock(draft: Draft, block: EventBlock, { from, to }: TimeSpan, offsetMs: number): void {
  const [begin, end] = [block.countUntil(from - offsetMs), block.countUntil(to - offsetMs)];
  addBefore(draft, block, begin, offsetMs);
  for (let index = begin; index < end; index += 1)
    if ((block.devices[index] ?? -1) >= 0 || KINDS.has(block.kindOf(index))) addEvent(draft, block.eventAt(index), offsetMs);
  for (const { serial, active_deployment: deployment } of listedIn(block, end))
    if (deployment != null) draft.places.set(serial, deployment.location_id);
}

/** Returns the reports of a span: the last one before it, and those in it. */
function cutReports(reports: readonly RoomReport[], { from, to }: TimeSpan): readonly RoomReport[] {
  const first = Math.max(
    0,
    reports.findLastIndex(({ at }) => at <= from),
  );
  return reports.slice(first).filter(({ at }) => at <= to);
}

/** Returns the block that precedes a block in a recording; undefined for the first block, and for a block of the server's history. */
async function blockBefore(recorded: RecordedBlocks, { log, firstSeq }: BlockEntry): Promise<BlockEntry | undefined> {
  const all = await recorded.blocks();
  return all[all.findIndex((entry) => entry.log === log && entry.firstSeq === firstSeq) - 1];
}

/**
 * Reads the room of a device in a span of the server's time, known until `now` (of the server, ms since epoch); `offsetMs` is the time by which the server's
 * clock is ahead of the console's, which dates this console's recording. Rejects when a block cannot be read.
 */
export async function readRoom(recorded: RecordedBlocks, serial: string, span: TimeSpan, now: number, offsetMs = 0): Promise<RoomRecord> {
  const draft: Draft = { reports: new Map(), places: new Map(), marks: [], gaps: [] };
  let before: BlockEntry | null = null;
  const entries = await blocksOfSpan(recorded, span, offsetMs);
  const [first] = entries;
  // A span may begin in a pause: the block before the pause is then not among its blocks.
  const outside = first === undefined ? undefined : await blockBefore(recorded, first);
  for (const entry of entries) {
    const block = await recorded.block(entry);
    if (block === null) continue;
    const aheadOf = (of: BlockEntry) => (isOfHistory(of) ? 0 : offsetMs);
    if (before !== null && !goesOn(before, entry)) noteEnd(draft, before.lastAt + aheadOf(before));
    const previous: BlockEntry | undefined = before ?? outside;
    // After a pause, the reports of the keyframe date from before the pause.
    if (previous?.log !== entry.log || goesOn(previous, entry))
      for (const { serial: of, reportedAt, state } of block.keyframe?.reports ?? []) note(draft, of, { at: reportedAt, state });
    addBlock(draft, block, span, aheadOf(entry));
    before = entry;
  }
  const cut = [...draft.reports].map(([device, known]) => [device, cutReports(known, span)] as const);
  const reports = new Map(cut.filter(([, known]) => known.some(({ state }) => state !== null)));
  return {
    span,
    reports,
    knownTo: knownEnd(span, reports.values(), now),
    places: draft.places,
    marks: draft.marks.filter((mark) => mark.serial === serial && mark.at >= span.from && mark.at <= span.to),
    gaps: draft.gaps,
  };
}
