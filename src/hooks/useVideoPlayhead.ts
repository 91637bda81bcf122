import { useEffect, useState } from 'react';
import { filmInstant, filmSecond, frameMs, KNOWN_BY_FRAMES, type Film } from '#domain/incidents/filmTime';
import type { RoomInput, RoomPlayhead } from '#domain/incidents/roomPlayhead';

/**
 * Maximum tolerated difference between film and playhead, in seconds, while both play and while they are paused; a seek to correct it interrupts the video.
 */
const PLAYING_SECONDS = 0.35;
const STANDING_SECONDS = 0.002;

interface Following {
  readonly video: HTMLVideoElement | null;
  readonly film: Film;
  readonly head: RoomPlayhead;
  readonly send: (input: RoomInput) => void;
}

/** Moves, plays and pauses a video according to the playhead. */
function follow(video: HTMLVideoElement, film: Film, { at, isPlaying, speed }: RoomPlayhead): void {
  const { second, isInside } = filmSecond(film, at);
  const plays = isPlaying && isInside;
  if (video.playbackRate !== speed) video.playbackRate = speed;
  if (Math.abs(video.currentTime - second) > (plays ? PLAYING_SECONDS : STANDING_SECONDS)) video.currentTime = second;
  // A browser may refuse to play; the video then follows the playhead by seeking.
  if (plays && video.paused) video.play().catch(() => undefined);
  if (!plays && !video.paused) video.pause();
}

/**
 * Keeps a video at the playhead. Play, pause and seek with the video's own controls move the playhead. Before the start and after the end of the film, the
 * video shows its first or last frame.
 */
export function useVideoPlayhead({ video, film, head, send }: Following): void {
  const { at, isPlaying, speed } = head;
  const { startAt, seconds } = film;
  useEffect(() => {
    if (video !== null && seconds > 0) follow(video, { startAt, seconds }, { at, isPlaying, speed, jumps: 0 });
  }, [video, startAt, seconds, at, isPlaying, speed]);
  useEffect(() => {
    if (video === null || seconds <= 0) return undefined;
    const onEvent = ({ type }: Event) => {
      const shown = { startAt, seconds };
      const { second, isInside } = filmSecond(shown, at);
      const isElsewhere = Math.abs(video.currentTime - second) > PLAYING_SECONDS;
      const isBegun = type === 'play' && !isPlaying;
      if (isBegun || (type === 'seeking' && isElsewhere)) send({ kind: 'seek', at: filmInstant(shown, video.currentTime) });
      if (isBegun) send({ kind: 'play' });
      if (type === 'pause' && isPlaying && isInside && !video.ended && !video.seeking) send({ kind: 'pause' });
    };
    const end = new AbortController();
    for (const type of ['play', 'pause', 'seeking']) video.addEventListener(type, onEvent, { signal: end.signal });
    return () => end.abort();
  }, [video, startAt, seconds, at, isPlaying, send]);
}

/** Number of gaps between frames that are kept to measure the duration of a frame. */
const KEPT_GAPS = 4 * KNOWN_BY_FRAMES;

/**
 * Returns the duration of a video frame in ms, measured during playback, because browsers do not report it. Null until it is known, and in a browser that does
 * not report frames.
 */
export function useFrameMs(video: HTMLVideoElement | null): number | null {
  const [known, setKnown] = useState<{ readonly video: HTMLVideoElement; readonly ms: number } | null>(null);
  useEffect(() => {
    if (video === null || !('requestVideoFrameCallback' in video)) return undefined;
    let gaps: readonly number[] = [];
    let last: number | null = null;
    const note = (_: number, { mediaTime }: { readonly mediaTime: number }) => {
      if (last !== null) gaps = [...gaps, mediaTime - last].slice(-KEPT_GAPS);
      // Frames before and after a seek are not adjacent; earlier measurements are kept.
      last = video.paused || video.seeking ? null : mediaTime;
      const ms = frameMs(gaps);
      // A busy browser skips frames, so a shorter measurement replaces a longer one.
      if (ms !== null) setKnown((before) => (before?.video === video && before.ms <= ms ? before : { video, ms }));
      request = video.requestVideoFrameCallback(note);
    };
    let request = video.requestVideoFrameCallback(note);
    const end = new AbortController();
    const onSeeking = () => {
      last = null;
    };
    video.addEventListener('seeking', onSeeking, { signal: end.signal });
    return () => {
      end.abort();
      video.cancelVideoFrameCallback(request);
    };
  }, [video]);
  return known !== null && known.video === video ? known.ms : null;
}

/** Calls `onStep` with the duration of a video frame in ms, and with null on unmount. */
export function useFrameStep(ms: number | null, onStep: (ms: number | null) => void): void {
  useEffect(() => {
    onStep(ms);
    return () => onStep(null);
  }, [ms, onStep]);
}

/** Returns the duration of a video in seconds; 0 until it is known. */
export function useVideoSeconds(video: HTMLVideoElement | null): number {
  const [known, setKnown] = useState<{ readonly video: HTMLVideoElement; readonly seconds: number } | null>(null);
  useEffect(() => {
    if (video === null) return undefined;
    const read = () => setKnown({ video, seconds: Number.isFinite(video.duration) ? video.duration : 0 });
    read();
    const end = new AbortController();
    video.addEventListener('durationchange', read, { signal: end.signal });
    return () => end.abort();
  }, [video]);
  return known !== null && known.video === video ? known.seconds : 0;
}
