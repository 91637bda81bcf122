import { between } from '#domain/random/random';
import { randomFromText } from '#domain/random/randomFromText';
import { MINUTE_MS } from '#domain/text/timeUnits';
import type { RobotProperties, LogEntry } from './robot.ts';

/** Builds the entry of a log file closed at `at` (simulation clock); its id is derived from serial and time, so that it is always the same. */
export function logFile({ build }: { readonly build: RobotProperties }, at: number): LogEntry {
  const time = new Date(at + build.clockOffsetMs).toISOString();
  return { kind: 'file', time, database_id: `log-${build.serial.toLowerCase()}-${Math.floor(at / 1000).toString(16)}`, timestamp: time };
}

/** Returns the time at which the next log file is closed: 4 to 9 minutes later. */
export const nextFileAt = (serial: string, at: number) => at + between(4, 9, randomFromText(`${serial} file ${at}`)) * MINUTE_MS;
