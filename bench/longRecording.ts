import type { FleetEvent } from '#streams/event';
import { frameAt, frameBlock } from '#streams/recording/blockFrame';
import { writeBlock } from '#streams/recording/eventBlock';
import { logPartWriter } from '#streams/recording/logPart';
import { recordingFile } from '#streams/recording/recordingFile';
import { nodeCodec as codec } from '#session/nodeCodec';
import { foldFrom, keyframeOf } from '#state/keyframe';
import { reduceLog, type RootState } from '#state/store';
import { memoryStore } from '../past/recorder/memoryStore.ts';
import { createRecorder } from '../past/recorder/recorder.ts';
import { noisyFleet, START } from './noisyFleet.ts';

const PROFILE = { username: 'bench', email: 'bench@example.com', groups: ['user_type:system_admin'], second_factor: true };
const SITE = { company: 'Bench', product: 'Orangery', version: 'bench', default_organisation_id: '', features: [] };
/** How long the recorder is observed to find the length of its blocks, in seconds of the log. */
const SAMPLE_SECONDS = 300;

const signedIn = (): RootState => {
  const opened: FleetEvent = { kind: 'session.opened', profile: PROFILE, seq: 0, at: START, source: 'session' };
  return reduceLog(undefined, [opened]);
};

/** Records the start of a fleet's log with the console's recorder; returns how long its blocks are, in seconds. */
export async function secondsPerBlock(devices: number): Promise<number> {
  const store = memoryStore();
  const recorder = createRecorder({ store, codec, foldFrom, limit: null });
  const [nextSecond, parts] = [noisyFleet(devices), logPartWriter()];
  await recorder.start({ username: PROFILE.username, log: 'bench', keyframe: keyframeOf(signedIn()) });
  for (let second = 0; second < SAMPLE_SECONDS; second += 1) {
    parts.push(nextSecond());
    const part = parts.part();
    if (part !== null) await recorder.record(part);
  }
  const sealed = await store.blocks();
  const events = sealed.reduce((sum, { count }) => sum + count, 0);
  return sealed.length === 0 ? SAMPLE_SECONDS : Math.round(events / sealed.length / (devices + 1));
}

/** A recording as a file, with the lengths of its parts. */
export interface LongRecording {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly events: number;
  readonly blocks: number;
}

/**
 * Writes the recording of `seek`: 24 h of a generated fleet as a file, in blocks of the length that the console's recorder produces.
 * `watch` receives every second of the log; besides the written blocks, only the open one is in memory.
 */
export async function longRecording(
  devices: number,
  seconds: number,
  watch: (second: number, events: readonly FleetEvent[]) => void,
): Promise<LongRecording> {
  const perBlock = await secondsPerBlock(devices);
  const nextSecond = noisyFleet(devices);
  const frames: Uint8Array[] = [];
  let [state, open]: [RootState, FleetEvent[]] = [signedIn(), []];
  for (let second = 0; second < seconds; second += 1) {
    const events = nextSecond();
    watch(second, events);
    open.push(...events);
    const [first, last] = [open[0], open.at(-1)];
    if (first === undefined || last === undefined || (open.length < perBlock * events.length && second < seconds - 1)) continue;
    const summary = { firstSeq: first.seq, count: open.length, firstAt: first.at, lastAt: last.at };
    frames.push(await frameBlock(writeBlock(keyframeOf(state), open, codec), summary, codec));
    state = reduceLog(state, open);
    open = [];
  }
  const recordedBy = { username: PROFILE.username, name: '', role: '' };
  const file = recordingFile({ writtenAt: START, note: '', recordedBy, devices, site: SITE }, frames, codec);
  const events = frames.reduce((sum, frame) => sum + (frameAt(frame, 0)?.summary.count ?? 0), 0);
  return { file, events, blocks: frames.length };
}
