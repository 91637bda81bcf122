import { seededRandom } from '#domain/random/seededRandom';
import type { KeptReport } from '#server/fleet/history/keptReport';
import type { FleetEvent } from '#streams/event';

/** Instant of the first generated second, ms since epoch. */
export const START = Date.UTC(2026, 2, 4, 13, 0, 0);

const SECOND_MS = 1_000;

const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** A generated log, one second at a time: a report from every device, then a tick. */
export type NextSecond = () => readonly FleetEvent[];

/**
 * Creates the log of `record`, `replay`, `seek` and `fanout`: devices that drive with the noise of real sensors. Without noise, every
 * format would seem many times more compact than it is.
 */
export function noisyFleet(count: number): NextSecond {
  const random = seededRandom(7);
  const noise = (size: number) => (random() + random() + random() + random() - 2) * size;
  const devices = Array.from({ length: count }, (_, index) => ({
    serial: `LF-${String(index).padStart(4, '0')}-23`,
    pose: { x: random() * 200, y: random() * 80, theta: random() * 6 },
    battery: 50 + random() * 50,
    phaseMs: random() * SECOND_MS,
  })).toSorted((a, b) => a.phaseMs - b.phaseMs);
  let [at, seq, startsAt] = [START, 0, START];
  const report = (device: (typeof devices)[number]): FleetEvent => {
    const { pose, serial } = device;
    pose.x += 0.4 * Math.cos(pose.theta) + noise(0.02);
    pose.y += 0.4 * Math.sin(pose.theta) + noise(0.02);
    pose.theta += noise(0.02);
    if (random() < 0.02) device.battery -= 0.1;
    const reportedAt = Math.round(startsAt + device.phaseMs + noise(6));
    at = Math.max(at, reportedAt + 5 + Math.floor(random() * 3));
    const state = {
      current_state: 'executing_task',
      current_task: 'uv_treatment',
      error_code: null,
      battery_level: rounded(device.battery, 1),
      controller: null,
      current_node: `N${String(Math.floor(pose.x))}`,
      current_pose_x: rounded(pose.x, 3),
      current_pose_y: rounded(pose.y, 3),
      current_pose_theta: rounded(pose.theta, 3),
      current_velocity: rounded(0.4 + noise(0.02), 2),
      shape: 'tasks',
    } as const;
    return { kind: 'device.stateReported', serial, reportedAt, state, seq: seq++, at, source: 'socket' };
  };
  return () => {
    const reports = devices.map(report);
    startsAt += SECOND_MS;
    return [...reports, { kind: 'clock.ticked', seq: seq++, at, source: 'log' }];
  };
}

/** Returns the reports of such a fleet second by second, as the server keeps them. */
export function* keptSeconds(devices: number, seconds: number): Generator<readonly KeptReport[]> {
  const next = noisyFleet(devices);
  for (let second = 0; second < seconds; second += 1)
    yield next().flatMap((event) => {
      if (event.kind !== 'device.stateReported') return [];
      const { shape: _shape, ...state } = event.state;
      return [{ serial: event.serial, receivedAt: event.at, deviceTime: event.reportedAt, sequence: second, state }];
    });
}
