/** The contexts of an incident's room: its data (`useRoom`), and its playhead, which moves twenty times a second while it plays. */

import type { TimeSpan } from '#domain/text/timeUnits';
import { createContext, useContext } from 'react';
import type { Incident } from '#contract/incident';
import type { RoomExtension, RoomInput, RoomPlayhead } from '#domain/incidents/roomPlayhead';
import type { RoomReading } from '#hooks/useRoomRecord';
import type { RoomNotes } from './useRoomNotes.ts';

/** The room of an incident. */
export interface Room {
  readonly incident: Incident;
  /** The instant of the incident, ms since epoch. */
  readonly errorAt: number;
  readonly span: TimeSpan;
  readonly reading: RoomReading;
  /** Null if the server keeps no notes. */
  readonly notes: RoomNotes | null;
  readonly extension: RoomExtension;
  readonly extend: (direction: keyof RoomExtension) => void;
  /** Moves the playhead. */
  readonly send: (input: RoomInput) => void;
  /** Moves the playhead to an instant, ms since epoch. */
  readonly jump: (at: number) => void;
  /** The duration of a frame of the video in ms; null while there is no video. */
  readonly frameMs: number | null;
  readonly setFrameMs: (ms: number | null) => void;
}

export const RoomContext = createContext<Room | null>(null);
export const RoomHeadContext = createContext<RoomPlayhead>({ at: 0, isPlaying: false, speed: 1, jumps: 0 });

/** Returns the room. Throws outside its provider. */
export function useRoom(): Room {
  const room = useContext(RoomContext);
  if (room === null) throw new Error('useRoom is used outside an incident.');
  return room;
}
