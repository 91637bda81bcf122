/** The worker thread that reads a recording and returns its summary, log lines, cameras or film. */

import { workOnStream } from '../../platform/threads/workOnStream.ts';
import { invalid } from '../../platform/failure/failure.ts';
import { filmPlan, filmRecording, findCameras } from './cameras.ts';
import { collectRecording } from './collect.ts';
import { Unreadable } from './recordedMessage.ts';

// The recording is read in this thread because it may be as long as any file of a device.
workOnStream(async (data, source, emit) => {
  try {
    if (data === 'cameras') return await findCameras(source);
    if (data === 'lines' || data === 'topics') return await collectRecording(source, data === 'lines' ? emit : null);
    return await filmRecording(source, filmPlan.parse(data), emit);
  } catch (error) {
    throw error instanceof Unreadable ? invalid(error.message) : error;
  }
});
