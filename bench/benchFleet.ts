import type { AnswerOf } from '#contract/call';
import type { getAllDevices } from '#contract/devices/device';
import type { getDeployments, getLocations } from '#contract/place';
import type { WireState } from '#contract/fleet/state';
import { seededRandom } from '#domain/random/seededRandom';

/** A generated fleet with the reports of its devices. */
export interface BenchFleet {
  readonly serials: readonly string[];
  readonly devices: AnswerOf<typeof getAllDevices>['result'];
  readonly deployments: AnswerOf<typeof getDeployments>['results'];
  readonly locations: AnswerOf<typeof getLocations>['results'];
  /** Returns the next report of a device: a new pose, sometimes with another task or battery level. */
  readonly report: (device: number) => WireState;
}

const SINCE = '2026-01-01T00:00:00Z';
const DEVICES_PER_PLACE = 50;
const TASKS = ['drive_task', 'uv_treatment', 'init_sideshift', 'waiting', 'finishing_current'];
/** Probability that a report has another task, or one percent less battery. */
const NEW_TASK = 0.02;
const LESS_BATTERY = 0.02;
const FAILING = 0.02;

const thousandths = (value: number) => Math.round(value * 1_000) / 1_000;

/**
 * Creates a seeded fleet with its reports for the browser: unsorted names, one location per fifty devices, 2 % in error and all others
 * executing tasks.
 */
export function benchFleet(count: number): BenchFleet {
  const random = seededRandom(7);
  const serials = Array.from({ length: count }, (_, index) => `LF-${String((index * 7_919) % 99_991).padStart(5, '0')}-23`);
  const places = Math.ceil(count / DEVICES_PER_PLACE);
  const now = serials.map(() => ({ battery: Math.floor(random() * 100), task: 0 }));
  const report = (device: number): WireState => {
    const known = now[device];
    if (known === undefined) throw new Error('no such device');
    if (random() < NEW_TASK) known.task = Math.floor(random() * TASKS.length);
    if (random() < LESS_BATTERY) known.battery = (known.battery + 99) % 100;
    const isFailing = (device * 31) % 1_000 < FAILING * 1_000;
    return {
      current_state: isFailing ? 'error' : 'executing_task',
      current_task: isFailing ? null : (TASKS[known.task] ?? null),
      error_code: isFailing ? '0x00010002' : null,
      battery_level: known.battery,
      controller: null,
      current_node: `N${String(Math.floor(random() * 400))}`,
      current_pose_x: thousandths(random() * 200),
      current_pose_y: thousandths(random() * 80),
      current_pose_theta: thousandths(random() * 6),
      current_velocity: thousandths(random()),
    };
  };
  return {
    serials,
    devices: serials.map((serial, index) => ({
      serial,
      name: `Robot ${String((index * 7_919) % 99_991)}`,
      device_type: 'LUMION_FIX',
      life_cycle_stage: 'operational',
      metadata_valid: true,
      last_seen: SINCE,
      is_live: true,
    })),
    deployments: serials.map((device_serial, index) => ({
      id: `deployment-${String(index)}`,
      device_serial,
      location_id: `place-${String(index % places)}`,
      creation_date: SINCE,
    })),
    locations: Array.from({ length: places }, (_, index) => ({
      id: `place-${String(index)}`,
      name: `Greenhouse ${String(index)}`,
      owned_by: 'growers',
      timezone: 'Europe/Amsterdam',
    })),
    report,
  };
}
