import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { openTemporaryFolder } from '../../platform/http/withUpload.ts';
import type { StoredFile } from '../../platform/storage/fileStorage.ts';
import { type Camera, cameraList, filmFrame, type FilmPlan } from '../recording/cameras.ts';
import { readInThread } from '../recording/storedRecording.ts';
import { FILM, MAX_CAMERAS, RenderFailure, startFilm } from './ffmpeg.ts';

/** The dependencies of rendering a film. */
interface FilmParts {
  /** Path of ffmpeg. */
  readonly program: string;
  readonly recording: StoredFile;
  readonly signal: AbortSignal;
  /** Stores the film. The temporary file is deleted afterwards. */
  readonly save: (film: Readable) => Promise<void>;
}

const EVERY_MS = 1_000 / FILM.perSecond;

/** Returns the plan of a film, which begins when all cameras have a picture, and ends with the last picture or at the maximum length. */
function planOf(cameras: readonly Camera[]): FilmPlan {
  const shown = cameras.slice(0, MAX_CAMERAS);
  const startAt = Math.max(...shown.map(({ firstAt }) => firstAt));
  const endAt = Math.max(...shown.map(({ lastAt }) => lastAt));
  const frames = Math.min(FILM.maxSeconds * FILM.perSecond, Math.max(1, Math.ceil((endAt - startAt) / EVERY_MS) + 1));
  return { cameras: [...shown], startAt, frames, everyMs: EVERY_MS };
}

/**
 * Renders the cameras of a recording into one film; returns false if the recording has no camera. Throws `RenderFailure` when ffmpeg fails or the cameras have
 * no pictures at the same time, and the reader's error when the recording cannot be read.
 */
export async function renderFilm({ program, recording, signal, save }: FilmParts): Promise<boolean> {
  const nothing = () => Promise.resolve();
  const cameras = cameraList.parse(await readInThread(recording, { data: 'cameras', receive: nothing, signal }));
  if (cameras.length === 0) return false;
  const plan = planOf(cameras);
  const folder = await openTemporaryFolder();
  const file = path.join(folder, 'film.mp4');
  const film = startFilm(program, plan.cameras, file);
  try {
    const newest: Uint8Array[] = [];
    const receive = async (part: unknown) => {
      for (const [place, bytes] of filmFrame.parse(part)) newest[place] = bytes;
      await film.write(newest);
    };
    const frames = await readInThread(recording, { data: plan, receive, signal });
    if (frames === 0) throw new RenderFailure('The cameras of the recording have no pictures at the same time');
    await film.finish();
    await save(createReadStream(file));
    return true;
  } finally {
    film.kill();
    await rm(folder, { recursive: true, force: true });
  }
}
