/** The files of an incident: the recording, the depth video, and its rendering `mosaic.mp4`. */

import type { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { filmDepth, isBlinded } from './depthFilm.ts';
import { recordingOf, type RecordingSource } from './recording.ts';

const zipped = promisify(gzip);
/** VP9 in MP4, which current browsers support without a licence. */
const VIDEO = new URL('mosaic.mp4', import.meta.url);

/** A file of an incident, by its suffix. */
export interface IncidentFile {
  readonly ending: '.bag.gz' | '.dat' | '.mp4';
  readonly bytes: () => Promise<Buffer>;
}

/**
 * Returns the files of an incident: the recording and, for a robot on a mission, the depth video and, unless the camera was blinded, its rendering. The
 * recording is uploaded last: once it exists, all files exist.
 */
export function incidentFilesOf(recorded: RecordingSource): readonly IncidentFile[] {
  const { incident_id, time, during_mission } = recorded.incident;
  const recording: IncidentFile = { ending: '.bag.gz', bytes: () => zipped(recordingOf(recorded)) };
  if (!during_mission) return [recording];
  const depth: IncidentFile = { ending: '.dat', bytes: () => Promise.resolve(filmDepth(incident_id, Date.parse(time))) };
  const video: IncidentFile = { ending: '.mp4', bytes: () => readFile(VIDEO) };
  return isBlinded(incident_id) ? [depth, recording] : [depth, video, recording];
}
