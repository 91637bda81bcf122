import { between, pick, type Random } from '#domain/random/random';
import { randomFromText } from '#domain/random/randomFromText';
import type { RobotProperties } from '../simulation/robot.ts';
import type { EventEntry } from './recording.ts';

/** Time before its closing at which a log file begins, in ms, and the number of its lines in addition to the events. */
const LENGTH_MS = 360_000;
const LINES = 30;

const usual: readonly ((random: Random) => string)[] = [
  (random) => `navigation: lateral error ${between(-9, 9, random).toFixed(1)} mm`,
  (random) => `battery: cell temperature ${between(17, 33, random).toFixed(1)} C`,
  (random) => `lamps: ballast current ${between(1.8, 2.3, random).toFixed(2)} A`,
  (random) => `network: link quality ${Math.floor(between(40, 99, random))} %`,
  (random) => `drive: motor load ${Math.floor(between(8, 61, random))} %`,
];

interface Line {
  readonly at: number;
  readonly level: string;
  readonly text: string;
}

/** Returns the text of a log file that was closed at `closedAt`: its usual lines, and the events of that period. Times are on the robot's clock. */
export function logText(build: RobotProperties, databaseId: string, closedAt: number, events: readonly EventEntry[]): string {
  const random = randomFromText(`lines of ${databaseId}`);
  const own = Array.from({ length: LINES }, (_, index): Line => {
    const at = closedAt - LENGTH_MS + ((index + random()) * LENGTH_MS) / LINES;
    return { at, level: 'debug', text: pick(usual, random)(random) };
  });
  const since = closedAt - LENGTH_MS;
  const happened = events
    .filter(({ time }) => Date.parse(time) > since && Date.parse(time) <= closedAt)
    .map(({ time, level, message, data }): Line => {
      const text = data == null ? message : `${message} ${JSON.stringify(data)}`;
      return { at: Date.parse(time), level, text: `supervisor: ${text}` };
    });
  const head = `# ${build.serial} ${build.deviceType} software ${build.software.software_version ?? 'unknown'}`;
  const lines = [...own, ...happened].toSorted((one, other) => one.at - other.at);
  return `${[head, ...lines.map(({ at, level, text }) => `${new Date(at).toISOString()} ${level.toUpperCase().padEnd(7)} ${text}`)].join('\n')}\n`;
}
