import type { Robot } from './simulation/robot.ts';
import type { Simulation } from './simulation/step.ts';

/** An error period of a robot before the simulation starts; instants are ms since epoch on the simulation clock. */
interface PastError {
  readonly serial: string;
  readonly startedAt: number;
  readonly stoppedAt: number;
}

/** Returns the error periods in the logs of all robots: from `Error raised` to the next `Error cleared`. */
export const pastErrors = ({ robots }: Simulation): readonly PastError[] => robots.flatMap(errorsOf);

function errorsOf({ build: { serial, clockOffsetMs }, log: diary }: Robot): readonly PastError[] {
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
