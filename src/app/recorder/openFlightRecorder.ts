import { createFlightRecorder, type PageFlightRecorder, type PageRecorder } from '#edge/recorder/flightRecorder';
import { callRecorder, sendingRecorder } from '#edge/recorder/recorderCalls';
import { remoteRecorder } from '#edge/recorder/remoteRecorder';

// The bundler requires this form to find the entry of the worker and emit its URL.
const startRecorder = () => new Worker(new URL('./recorderWorker.ts', import.meta.url), { type: 'module' });

/** Returns a recorder whose code is still being loaded. */
function laterRecorder(opening: Promise<PageRecorder>): PageRecorder {
  return {
    ...sendingRecorder(async (call) => callRecorder(await opening, call)),
    connect: (port) => void opening.then((recorder) => recorder.connect(port)),
  };
}

async function openOnPage(): Promise<PageRecorder> {
  const [{ localRecorder }, { foldFrom }] = await Promise.all([import('#edge/recorder/storedRecorder'), import('#state/keyframe')]);
  return localRecorder(foldFrom);
}

/** Starts the recorder in a worker; without workers, the recorder runs on this page and its recording ends with the page. */
function openRecorder(): PageRecorder {
  try {
    return remoteRecorder(startRecorder());
  } catch {
    return laterRecorder(openOnPage());
  }
}

/**
 * Creates the flight recorder of this page, which starts at the first sign-in, in a worker or on the page itself. Pending events are stored when the page is
 * left.
 */
export function openFlightRecorder(page: Window): PageFlightRecorder {
  const recorder = createFlightRecorder(openRecorder);
  page.addEventListener('pagehide', recorder.flush);
  return recorder;
}
