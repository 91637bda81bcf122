/** ffmpeg: finds the program, builds its arguments, and runs the process that renders a film, with its limits. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants as mode } from 'node:fs/promises';
import { setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Writable } from 'node:stream';
import type { Camera } from '../recording/cameras.ts';

/** Frames per second of a film, and its maximum length in seconds. */
export const FILM = { perSecond: 5, maxSeconds: 600 } as const;
/** Maximum number of cameras in one film: three by three. */
export const MAX_CAMERAS = 9;
/** Width and height, in pixels, of a film with one camera, and of each camera's cell in a film of several. */
const SIZES = { one: [960, 720], cell: [640, 480] } as const;
/** Maximum size of a film, and of one block of memory of the process, in bytes. */
const MAX_FILM_BYTES = 256 * 1024 * 1024;
const MAX_BLOCK_BYTES = 512 * 1024 * 1024;
/** Timeout for rendering a film, in ms. */
const RENDER_MS = 900_000;
/** The priority of the process, the lowest one: it yields to everything else on the machine. */
const LOWEST_PRIORITY = 19;
/** Index of the first input of the process, after its three standard streams. */
const FIRST_PIPE = 3;
const MAX_REASON = 200;

/** Returns the path of a program; a name is searched for in the folders of `searchPath`, in order. Null if it is not found. */
export async function findProgram(name: string, searchPath: string): Promise<string | null> {
  if (name === '') return null;
  const candidates = name.includes('/') ? [path.resolve(name)] : searchPath.split(':').map((folder) => path.join(folder || '.', name));
  for (const candidate of candidates) {
    const isThere = await access(candidate, mode.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return candidate;
  }
  return null;
}

const inputOf = ({ isRaw, format, width, height }: Camera, place: number): readonly string[] => [
  // Without these options, ffmpeg opens the inputs one after another and reads megabytes of pictures from each, while the other inputs wait.
  ...'-probesize 32 -analyzeduration 0'.split(' '),
  ...`-protocol_whitelist pipe -threads 1 -f ${isRaw ? 'rawvideo' : 'image2pipe'} -framerate ${FILM.perSecond}`.split(' '),
  ...(isRaw ? ['-pixel_format', format, '-video_size', `${width}x${height}`] : ['-c:v', format]),
  '-i',
  `pipe:${FIRST_PIPE + place}`,
];

/** Returns the filters that arrange the cameras in a grid. */
function mosaicOf(count: number): string {
  const [width, height] = count === 1 ? SIZES.one : SIZES.cell;
  const columns = Math.ceil(Math.sqrt(count));
  const fitted = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2,setsar=1`;
  const cells = Array.from({ length: count }, (_, place) => `[${place}:v]${fitted}[${count === 1 ? 'film' : `c${place}`}]`);
  if (count === 1) return cells.join(';');
  const places = Array.from({ length: count }, (_, place) => `${(place % columns) * width}_${Math.floor(place / columns) * height}`);
  const inputs = Array.from({ length: count }, (_, place) => `[c${place}]`).join('');
  return `${cells.join(';')};${inputs}xstack=inputs=${count}:layout=${places.join('|')}:fill=black[film]`;
}

/** Returns the arguments of ffmpeg that render the pictures of cameras, one input each, into one MP4 that every browser plays. */
export const renderArguments = (cameras: readonly Camera[], file: string): readonly string[] => [
  ...`-hide_banner -nostdin -loglevel error -max_alloc ${MAX_BLOCK_BYTES}`.split(' '),
  ...cameras.flatMap(inputOf),
  ...`-filter_complex_threads 1 -filter_complex ${mosaicOf(cameras.length)} -map [film] -an`.split(' '),
  ...'-c:v libx264 -preset veryfast -threads 1 -pix_fmt yuv420p -movflags +faststart'.split(' '),
  ...`-t ${FILM.maxSeconds} -fs ${MAX_FILM_BYTES} -f mp4 -y`.split(' '),
  file,
];

/** A process that renders a film. */
export interface FilmProcess {
  /** Writes a frame: the picture of each camera. Resolves when the process has accepted it. Rejects if the process has ended. */
  readonly write: (pictures: readonly Uint8Array[]) => Promise<void>;
  /** Ends the film. Rejects with ffmpeg's reason if the film could not be rendered. */
  readonly finish: () => Promise<void>;
  /** Kills the process; does nothing after its end. */
  readonly kill: () => void;
}

/** The error of a film that ffmpeg could not render; its text is for people. */
export class RenderFailure extends Error {}

/** Maximum size of waiting pictures, in bytes: the process reads its inputs one after another. */
const MAX_QUEUED_BYTES = 64 * 1024 * 1024;

/** Creates the queue that all inputs share. */
function createQueue() {
  let queued = 0;
  let wake: () => void = () => undefined;
  const isFull = () => queued > MAX_QUEUED_BYTES;
  return {
    isFull,
    write: (input: Writable, bytes: Uint8Array) => {
      queued += bytes.length;
      input.write(bytes, () => {
        queued -= bytes.length;
        wake();
      });
    },
    hasRoom: async () => {
      while (isFull())
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
  };
}

/** Time, in ms, after which a process that has accepted nothing counts as stalled. */
const STALLED_MS = 60_000;
const stalled = () =>
  sleep(STALLED_MS, undefined, { ref: false }).then(() =>
    Promise.reject(new RenderFailure('ffmpeg took no more pictures of the recording')),
  );

/**
 * Starts ffmpeg without a shell and without the environment of the server. The process ends with the server, because its inputs then end, and after 15 minutes
 * at the latest.
 */
export function startFilm(program: string, cameras: readonly Camera[], file: string): FilmProcess {
  const pipes = cameras.map(() => 'pipe' as const);
  const child = spawn(program, renderArguments(cameras, file), {
    stdio: ['ignore', 'ignore', 'pipe', ...pipes],
    env: {},
    timeout: RENDER_MS,
    killSignal: 'SIGKILL',
  });
  const inputs = child.stdio.slice(FIRST_PIPE).filter((stream) => stream instanceof Writable);
  let reason = '';
  child.stderr?.on('data', (text: Buffer) => {
    reason = `${reason}${text.toString('utf8')}`.slice(-2_000);
  });
  const lastLine = () => (reason.trim().split('\n').at(-1) ?? '').slice(-MAX_REASON);
  const ended = once(child, 'close').then(
    ([code]) =>
      code === 0 ? null : new RenderFailure(`ffmpeg could not render the recording${lastLine() === '' ? '' : `: ${lastLine()}`}`),
    () => new RenderFailure('ffmpeg could not be started'),
  );
  // A process that has ended accepts no more frames; its exit code shows the reason for its end.
  for (const input of inputs) input.on('error', () => undefined);
  try {
    if (child.pid !== undefined) setPriority(child.pid, LOWEST_PRIORITY);
  } catch {
    // The process has already ended, or the system does not allow changing its priority.
  }
  const failed = ended.then((failure) => Promise.reject(failure ?? new RenderFailure('ffmpeg ended before the film')));
  failed.catch(() => undefined);
  const queue = createQueue();
  return {
    write: async (pictures) => {
      for (const [place, input] of inputs.entries()) if (pictures[place] !== undefined) queue.write(input, pictures[place]);
      await Promise.race(queue.isFull() ? [queue.hasRoom(), failed, stalled()] : [failed, Promise.resolve()]);
    },
    finish: async () => {
      for (const input of inputs) input.end();
      const failure = await ended;
      if (failure !== null) throw failure;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
