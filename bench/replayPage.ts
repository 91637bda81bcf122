/**
 * The page of `replay` with all its variants: recording, Redux Toolkit, Redux DevTools, rrweb; each ends in the same final state or text.
 */

import { legacy_createStore } from '@reduxjs/toolkit';
import { ActionCreators, instrument } from '@redux-devtools/instrument';
import type { EventOf, FleetEvent } from '#streams/event';
import { frameBlock, unframeBlock } from '#streams/recording/blockFrame';
import { decisiveEvents } from '#streams/recording/decisiveEvents';
import { readBlock, writeBlock, type EventBlock } from '#streams/recording/eventBlock';
import { keyframeOf, stateOf } from '#state/keyframe';
import { listOf } from '#state/persistentRows';
import { reduceLog, type RootState } from '#state/store';
import type { DeviceRow } from '#state/fleet';
import { noisyFleet, START } from './noisyFleet.ts';
import { fleetTable, recordTable, tableText, type TableRow } from './replayTable.ts';
import { createMoments } from '../past/moments/moments.ts';
import type { BlockEntry, BlockReference } from '../past/recorder/recorder.ts';
import { type Entities, many, one, slice, toRow } from './entityFleet.ts';
import { recordingCodec as codec } from '../src/edge/bytes/recordingCodec.ts';

const PROFILE = { username: 'bench', email: 'bench@example.com', groups: [], second_factor: true };

type Report = EventOf<'device.stateReported'>;

const bySerial = <Row extends { readonly serial: string }>(rows: readonly Row[]) => rows.toSorted((a, b) => (a.serial < b.serial ? -1 : 1));
const textOf = (rows: readonly DeviceRow[]) => JSON.stringify(bySerial(rows));
const rowsOf = ({ entities }: Entities): readonly DeviceRow[] => Object.values(entities);
const fleetOf = (state: RootState): readonly DeviceRow[] => listOf(state.fleet.rows);

const isReport = (event: FleetEvent): event is Report => event.kind === 'device.stateReported';
const cells = ({ serial, state }: DeviceRow): TableRow => [
  serial,
  String(state.current_state),
  String(state.battery_level),
  String(state.current_pose_x),
  String(state.current_pose_y),
];

/** Reports per animation frame at one report per device and second. */
const framesOf = (reports: readonly DeviceRow[], perFrame: number) =>
  Array.from({ length: Math.ceil(reports.length / perFrame) }, (_, frame) => reports.slice(frame * perFrame, (frame + 1) * perFrame));

/** A log as a recording in blocks. */
interface Recorded {
  readonly entries: readonly BlockEntry[];
  readonly frames: readonly Uint8Array[];
  /** The newest row of each report, in order. */
  readonly rows: readonly DeviceRow[];
}

async function recorded(devices: number, seconds: number, perBlock: number): Promise<Recorded> {
  const nextSecond = noisyFleet(devices);
  const [entries, frames, rows]: [BlockEntry[], Uint8Array[], DeviceRow[]] = [[], [], []];
  const opened: FleetEvent = { kind: 'session.opened', profile: PROFILE, seq: 0, at: START, source: 'session' };
  let state = reduceLog(undefined, [opened]);
  for (let second = 0; second < seconds; second += perBlock) {
    const events = Array.from({ length: Math.min(perBlock, seconds - second) }, nextSecond).flat();
    const [first, last] = [events[0], events.at(-1)];
    const summary = { firstSeq: first?.seq ?? 0, count: events.length, firstAt: first?.at ?? 0, lastAt: last?.at ?? 0 };
    frames.push(await frameBlock(writeBlock(keyframeOf(state), events, codec), summary, codec));
    entries.push({ ...summary, id: entries.length, log: 'bench' });
    rows.push(...events.filter(isReport).map(toRow));
    state = reduceLog(state, events);
  }
  return { entries, frames, rows };
}

const opened = async (frame: Uint8Array): Promise<EventBlock> => readBlock(await unframeBlock(frame, codec), codec);
const begun = async (frame: Uint8Array | undefined): Promise<RootState> => {
  const keyframe = frame === undefined ? null : (await opened(frame)).keyframe;
  return keyframe === null ? reduceLog(undefined, []) : stateOf(keyframe);
};

/** Reads everything and folds the events that decide the state, from the first block to the last. */
async function replayed({ frames }: Recorded): Promise<RootState> {
  let state = await begun(frames[0]);
  for (const frame of frames) {
    const block = await opened(frame);
    state = reduceLog(state, decisiveEvents(block, block.count));
  }
  return state;
}

/** Reads everything and folds every event, a batch per frame, as when a person plays the recording. */
async function played({ frames }: Recorded, perFrame: number): Promise<RootState> {
  let state = await begun(frames[0]);
  for (const frame of frames) {
    const block = await opened(frame);
    for (let from = 0; from < block.count; from += perFrame) {
      const length = Math.min(perFrame, block.count - from);
      state = reduceLog(
        state,
        Array.from({ length }, (_, index) => block.eventAt(from + index)),
      );
    }
  }
  return state;
}

/** Seeks to the end of a recording that has not been read before. */
async function soughtEnd({ entries, frames }: Recorded): Promise<RootState> {
  const block = async ({ id }: BlockReference) => {
    const frame = frames[id];
    return frame === undefined ? null : opened(frame);
  };
  const moment = await createMoments({ blocks: async () => entries, block }).seek(Infinity);
  if (moment === null) throw new Error('nothing is recorded');
  return moment.state;
}

function replayActions(json: string, begin: Entities): Entities {
  const actions: readonly ReturnType<typeof one>[] = JSON.parse(json);
  return actions.reduce(slice.reducer, begin);
}

function replayFrames(json: string): Entities {
  const actions: readonly ReturnType<typeof many>[] = JSON.parse(json);
  return actions.reduce(slice.reducer, slice.getInitialState());
}

function importActions(json: string): Entities {
  const actions: readonly ReturnType<typeof one>[] = JSON.parse(json);
  const store = legacy_createStore(slice.reducer, instrument<Entities, ReturnType<typeof one>>());
  store.liftedStore.dispatch(ActionCreators.importState<Entities, ReturnType<typeof one>>(actions));
  return store.getState();
}

/** A replay variant: it runs `times` times and returns the last result as text. */
export type Variant = (times: number) => Promise<string>;

const repeated =
  <Result>(work: () => Result | Promise<Result>, text: (result: Result) => string): Variant =>
  async (times) => {
    let result = await work();
    for (let done = 1; done < times; done += 1) result = await work();
    return text(result);
  };

/** The measured cases: lengths in seconds of the log. The developer tools replay only a part, since they keep a state per action. */
export interface ReplayCase {
  readonly devices: number;
  readonly seconds: number;
  readonly part: number;
  /** The same for the changes of a table: the more there have been, the longer their replay takes. */
  readonly long: number;
  readonly perBlock: number;
}

/** Prepares all variants in this page. */
export async function prepare({ devices, seconds, part, long, perBlock }: ReplayCase): Promise<Readonly<Record<string, Variant>>> {
  const whole = await recorded(devices, seconds, perBlock);
  const begin = await recorded(devices, part, perBlock);
  const longer = await recorded(devices, long, perBlock);
  const perFrame = Math.ceil(devices / 60);
  const oneByOne = JSON.stringify(whole.rows.map(one));
  const perFrames = JSON.stringify(framesOf(whole.rows, perFrame).map(many));
  const beginOneByOne = JSON.stringify(begin.rows.map(one));
  const fleetText = (state: RootState) => textOf(fleetOf(state));
  const entitiesText = (state: Entities) => textOf(rowsOf(state));
  const table = fleetTable(document);
  const replayTable = await recordTable(longer.rows.map(cells), perFrame);
  const shown = async () => {
    table.show(bySerial(fleetOf(await soughtEnd(longer))).map(cells));
    return table.element;
  };
  return {
    read: repeated(() => replayed(whole), fleetText),
    play: repeated(() => played(whole, perFrame), fleetText),
    actions: repeated(() => replayActions(oneByOne, slice.getInitialState()), entitiesText),
    frames: repeated(() => replayFrames(perFrames), entitiesText),
    readPart: repeated(() => replayed(begin), fleetText),
    devTools: repeated(() => importActions(beginOneByOne), entitiesText),
    shown: repeated(shown, tableText),
    rrweb: repeated(replayTable, tableText),
  };
}
