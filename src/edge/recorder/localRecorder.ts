import { recordingCodec } from '../recordingCodec.ts';
import { memoryStore } from './memoryStore.ts';
import { createRecorder, type Recorder } from './recorder.ts';

/** Opens a recorder on this page, for a browser without workers; loaded only there. */
export const openLocalRecorder = (requestBlock: () => void): Recorder =>
  createRecorder(memoryStore(), recordingCodec, requestBlock, 'Without a worker the recording ends with this page.');
