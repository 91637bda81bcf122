/** The cameras of a recording, and their pictures as a film, frame by frame. */

import type { Buffer } from 'node:buffer';
import { z } from '#contract/schema';
import { isCamera, readPicture } from './picture.ts';
import { readRecording } from './readRecording.ts';

/** A camera of a recording: the encoding of its pictures, and the times of the first and the last one, in ms since epoch. */
export const camera = z.object({
  topic: z.string(),
  isRaw: z.boolean(),
  format: z.string(),
  width: z.number(),
  height: z.number(),
  firstAt: z.number(),
  lastAt: z.number(),
});
/** A camera of a recording. */
export type Camera = z.infer<typeof camera>;
/** The cameras of a recording, by topic. */
export const cameraList = z.array(camera);

/** Returns whether a camera's pictures are also recorded in compressed form; such a camera is shown only once. */
const isDouble = ({ topic }: Camera, all: ReadonlyMap<string, Camera>) => all.has(`${topic}/compressed`);

/** Returns the cameras of a recording: topics with readable pictures. */
export async function findCameras(source: AsyncIterable<Uint8Array>): Promise<readonly Camera[]> {
  const found = new Map<string, Camera>();
  await readRecording(source, {
    wants: (topic) => isCamera(topic) && !found.has(topic.topic),
    receive: (topic, at, body) => {
      const known = found.get(topic.topic);
      if (known !== undefined) found.set(topic.topic, { ...known, lastAt: Math.max(known.lastAt, at) });
      const picture = body === null ? null : readPicture(topic, body);
      if (picture === null) return;
      const { bytes: _bytes, ...encoded } = picture;
      found.set(topic.topic, { topic: topic.topic, ...encoded, firstAt: at, lastAt: at });
    },
  });
  return [...found.values()].filter((one) => !isDouble(one, found)).toSorted((one, other) => (one.topic < other.topic ? -1 : 1));
}

/** The plan of a film: its cameras, first instant (ms since epoch), number of frames, and their interval in ms. */
export const filmPlan = z.object({ cameras: cameraList, startAt: z.number(), frames: z.number(), everyMs: z.number() });
/** The plan of a film. */
export type FilmPlan = z.infer<typeof filmPlan>;

/** A frame of a film: the pictures that changed since the previous frame, by the position of their camera in the plan. */
export const filmFrame = z.array(z.tuple([z.number(), z.instanceof(Uint8Array)]));
/** A frame of a film. */
export type FilmFrame = z.infer<typeof filmFrame>;

/** Films a recording: each frame has the newest picture of each camera, from the instant at which all cameras have one. Returns the number of frames. */
export async function filmRecording(
  source: AsyncIterable<Uint8Array>,
  { cameras, startAt, frames, everyMs }: FilmPlan,
  emit: (frame: FilmFrame) => Promise<void>,
): Promise<number> {
  const places = new Map(cameras.map(({ topic }, place) => [topic, place]));
  const seen = new Set<number>();
  const changed = new Map<number, Buffer>();
  let [count, nextAt] = [0, startAt];
  const isWanted = () => count < frames && seen.size === cameras.length;
  const emitFrame = async () => {
    // The pictures are copied, because a view would be sent together with its whole buffer.
    await emit([...changed].map(([place, bytes]) => [place, new Uint8Array(bytes)]));
    changed.clear();
    count += 1;
  };
  await readRecording(source, {
    wants: (topic) => count < frames && isCamera(topic) && places.has(topic.topic),
    receive: async (topic, at, body) => {
      for (; nextAt <= at && isWanted(); nextAt += everyMs) await emitFrame();
      const place = places.get(topic.topic);
      const picture = body === null || place === undefined ? null : readPicture(topic, body);
      const known = cameras[place ?? -1];
      // A picture whose size or encoding differs from the camera's first one is skipped, because no player supports such a change within a film.
      if (picture === null || place === undefined || picture.format !== known?.format || picture.width !== known.width) return;
      if (picture.height !== known.height) return;
      seen.add(place);
      changed.set(place, picture.bytes);
    },
  });
  if (isWanted()) await emitFrame();
  return count;
}
