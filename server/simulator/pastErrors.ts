import type { Robot } from './world/robot.ts';
import type { World } from './world/step.ts';

/** A time that a robot stood in error before the world began; instants are ms since epoch on the true clock. */
interface PastError {
  readonly serial: string;
  readonly startedAt: number;
  readonly stoppedAt: number;
}

/** The times in error in the diaries of a world's robots: each from an error raised to the next that was cleared. */
export const pastErrors = ({ robots }: World): readonly PastError[] => robots.flatMap(errorsOf);

function errorsOf({ build: { serial, clockOffsetMs }, diary }: Robot): readonly PastError[] {
  const found: PastError[] = [];
  let startedAt: number | null = null;
  for (const entry of diary.entries) {
    if (entry.kind !== 'event') continue;
    const at = Date.parse(entry.time) - clockOffsetMs;
    if (entry.message === 'Error raised') startedAt ??= at;
    if (entry.message !== 'Error cleared' || startedAt === null) continue;
    found.push({ serial, startedAt, stoppedAt: at });
    startedAt = null;
  }
  return found;
}
