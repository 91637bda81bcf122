import { workOnStream } from '../../platform/threads/workOnStream.ts';
import { collectRecording } from './collect.ts';
import { Unreadable } from './recordedMessage.ts';
import { invalid } from '../../platform/failure.ts';

// The thread in which a recording is read: it may be as long as a file of a device may be.
await workOnStream(async (data, source, give) => {
  try {
    return await collectRecording(source, data === 'lines' ? give : null);
  } catch (error) {
    throw error instanceof Unreadable ? invalid(error.message) : error;
  }
});
