import { createFlightRecorder, type FlightRecorder } from '#edge/recorder/flightRecorder';
import { memoryStore } from '#edge/recorder/memoryStore';
import { createRecorder } from '#edge/recorder/recorder';
import { nodeCodec } from '#session/nodeCodec';

/** A flight recorder on this thread that keeps its blocks in memory. */
export const aRecorder = (store = memoryStore()): FlightRecorder =>
  createFlightRecorder((requestBlock) => createRecorder(store, nodeCodec, requestBlock), nodeCodec);
