import type { ForeignRobot } from './foreignRobot.ts';
import { MAP } from './places.ts';

/** A lamp robot of another make: each 12 s, milliseconds since epoch in a text, driven by the app of its maker, on a map "v7". */
export const lumion: ForeignRobot = {
  serial: 'LX-1',
  type: 'LUMION_FIX',
  everyMs: 12_000,
  time: String,
  state: () => ({
    current_state: 'Executing_Task',
    current_task: 'uv_treatment',
    controller: 'app:4711',
    battery_level: '81',
    current_node: 'Reihe 3',
    current_pose_x: 3.2,
    current_pose_y: 7,
    current_pose_theta: 90,
    lamps: { left_w: 258, right_w: 0 },
  }),
  hello: (ago) => [
    [
      'data',
      {
        data_group: 'metrics',
        time: ago(0),
        data: { mileage: 1, laneswitches: 2, active_time: 3, uv_switches: 4, uv_active_time: 5, lamp_hours: 6 },
      },
    ],
    ['data', { data_group: 'state_data', time: ago(0), data: { has_wifi: true, 'site/site_id': MAP, 'site/site_version': 'v7' } }],
    [
      'data',
      {
        data_group: 'treatment',
        time: ago(0),
        data: {
          treatment_id: 'UV Nacht 7',
          map_id: MAP,
          mission_id: 'Nacht',
          treatment_type: 'UV',
          creation_time: ago(60),
          start_time: ago(58),
          finish_time: ago(2),
          finish_status: 'finished_with_warnings',
          total_asked: 2,
          total_treated: 1,
          total_failed: 1,
          reached_end: false,
          map_version: 'v7',
          jobs: [
            { job_type: 'waiting - 60', object_id: null, status: 'done' },
            { job_type: 'uv_treatment', object_id: '101', status: 'completed', gutter: 'A1', treatment_time: 80, dosage: 11.5 },
            { job_type: 'uv_treatment', object_id: '102', status: 'failed', error_code: '117', gutter: 'A2' },
            { job_type: 'return home', object_id: 'CHARGE', status: 'completed' },
          ],
        },
      },
    ],
    [
      'log',
      {
        kind: 'event',
        time: ago(5),
        level: 'info',
        message: 'Recovery tried',
        data: { error_code: '117' },
        action: { treatment_id: 'UV Nacht 7' },
      },
    ],
    [
      'log',
      {
        kind: 'incident',
        time: ago(5),
        incident_id: 'lx 5',
        error_code: '117',
        manually_triggered: false,
        map_id: MAP,
        map_version: 'v7',
        node_id: 'Reihe 2',
        x: 1.7,
        y: 9.5,
        during_mission: true,
        treatment_id: 'UV Nacht 7',
        upload_started: null,
        upload_finished: null,
      },
    ],
  ],
  answers: () => [['delivered'], ['failed', 'not while the lamps are on']],
};
