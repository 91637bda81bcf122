import { createFlightRecorder, type PageFlightRecorder, type PageRecorder } from '#edge/recorder/flightRecorder';
import { memoryStore } from '#past/recorder/memoryStore';
import { createRecorder, type Recorder } from '#past/recorder/recorder';
import { foldFrom } from '#state/keyframe';
import { nodeCodec } from '#session/nodeCodec';

/** A recorder on this thread. */
export const recorderOn = (store = memoryStore()): Recorder => createRecorder({ store, codec: nodeCodec, foldFrom, limit: null });

/** The page's view of a recorder on this thread; no worker sends columns to it. */
export const pageRecorder = (recorder: Recorder): PageRecorder => ({ ...recorder, connect: (port) => port.close() });

/** A flight recorder on this thread that keeps its blocks in memory. */
export const aRecorder = (store = memoryStore()): PageFlightRecorder => createFlightRecorder(() => pageRecorder(recorderOn(store)));
