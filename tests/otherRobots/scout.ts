import type { ForeignRobot } from './foreignRobot.ts';
import { MAP, SHARED } from './places.ts';

/** Instants without a zone, which are UTC, with microseconds. */
const bare = (at: number) => `${new Date(at).toISOString().slice(0, -1)}000`;

/** A scout at its charger: volts in place of percent, words in capitals, faults of which none is an error, and a map version that is a month. */
export const scout: ForeignRobot = {
  serial: 'SCOUT_A',
  type: 'SCT01',
  everyMs: 5_000,
  time: bare,
  state: () => ({
    current_state: 'CHARGING',
    current_task: 'docking',
    battery_voltage: 25.1,
    current_pose_x: 0.2,
    current_pose_y: -0.4,
    errors: [{ code: '0117', severity: 'warning', part: 'camera', hint: 'Wipe the lens' }],
    is_charging: true,
  }),
  hello: (ago) => [
    ['data', { data_group: 'metrics', time: ago(0), data: { mileage: 900, laneswitches: 0, active_time: 60 } }],
    ['data', { data_group: 'state_data', time: ago(0), data: { has_wifi: true, 'site/site_id': MAP, 'site/site_version': '2024-11' } }],
    [
      'data',
      { data_group: 'map_data', time: ago(0), data: { [MAP]: { version: '2024-11', valid: false, errors: { lane: 'Spur 7 fehlt' } } } },
    ],
    [
      'data',
      {
        data_group: 'treatment',
        time: ago(0),
        data: {
          treatment_id: SHARED,
          map_id: MAP,
          mission_id: 'Zählung',
          treatment_type: 'scouting',
          creation_time: ago(30),
          start_time: ago(29),
          finish_time: null,
          finish_status: '',
          total_asked: 2,
          total_treated: 2,
          total_failed: 0,
          reached_end: true,
          map_version: '2024-11',
          jobs: [
            { job_type: 'count', object_id: '101', status: 'DONE', error_code: null },
            { job_type: 'count', object_id: '102', status: 'DONE', error_code: null },
          ],
        },
      },
    ],
    [
      'log',
      {
        kind: 'incident',
        time: ago(28),
        incident_id: 'scout 28/ü',
        error_code: '0117',
        manually_triggered: false,
        map_id: MAP,
        map_version: '2024-11',
        node_id: '102',
        x: null,
        y: null,
        during_mission: true,
        treatment_id: SHARED,
        upload_started: null,
        upload_finished: null,
      },
    ],
  ],
  answers: (command) => (command === 'stop_immediately' ? [['delivered'], ['done']] : [['failed', 'Ladevorgang läuft']]),
};
