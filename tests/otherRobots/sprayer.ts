import type { ForeignRobot } from './foreignRobot.ts';
import { ADDED_TYPE, MAP } from './places.ts';

const pad = (value: number) => String(value).padStart(2, '0');
/** An hour ahead of UTC, as its maker's clocks are. */
const local = (at: number) => {
  const date = new Date(at + 3_600_000);
  const day = `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
  return `${day}T${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}+01:00`;
};

const VERSION = '5.3.2#5.3.2#2.0.0#2.1.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0';
const treatment = (id: string) => ({
  treatment_id: id,
  map_id: MAP,
  mission_id: 'Süd, Reihen 1-4',
  treatment_type: 'spray',
  map_version: VERSION,
  reached_end: false,
  version: 3,
});

/** A sprayer of a type that somebody added: five states a second, no lamps, litres, and jobs that are no lanes. */
export const sprayer: ForeignRobot = {
  serial: 'nevel_2-0012',
  type: ADDED_TYPE,
  everyMs: 200,
  time: local,
  state: (turn) => ({
    current_state: 'executing_task',
    current_task: 'spray_treatment',
    battery_level: 64.2,
    current_pose_x: 1.6,
    current_pose_y: (turn % 50) * 0.2,
    current_pose_theta: 1.571,
    current_velocity: 1,
    current_node: '102',
    tank_level: 412.5,
    pump: { pressure_bar: 4.2, is_on: true },
  }),
  hello: (ago) => [
    ['data', { data_group: 'metrics', time: ago(0), data: { mileage: 88_000, active_time: 7_200 } }],
    ['data', { data_group: 'state_data', time: ago(0), data: { has_wifi: false, 'site/site_id': MAP, 'site/site_version': VERSION } }],
    ['data', { data_group: 'map_data', time: ago(0), data: { [MAP]: { version: VERSION, valid: true, errors: {} } } }],
    [
      'data',
      {
        data_group: 'treatment',
        time: ago(90),
        data: {
          ...treatment('Spritzung Süd/11 #2'),
          creation_time: ago(120),
          start_time: ago(118),
          finish_time: ago(95),
          finish_status: 'aborted',
          total_asked: 2,
          total_treated: 1,
          total_failed: 0,
          jobs: [
            { job_type: 'spray', object_id: '101', status: 'COMPLETED', error_code: null, gutter: 'G11' },
            { job_type: 'spray', object_id: '102', status: 'cancelled', error_code: null, gutter: 'G12' },
          ],
        },
      },
    ],
    [
      'data',
      {
        data_group: 'treatment',
        time: ago(1),
        data: {
          ...treatment('Spritzung Süd/12 #3'),
          creation_time: ago(12),
          start_time: ago(10),
          finish_time: null,
          finish_status: '',
          total_asked: 3,
          total_treated: 1,
          total_failed: 0,
          jobs: [
            { job_type: 'drive', object_id: 'LADEN', status: 'COMPLETED', error_code: null },
            { job_type: 'spray', object_id: '101', status: 'COMPLETED', error_code: null, gutter: 'G11', treatment_time: 61.5 },
            { job_type: 'spray', object_id: '102', status: 'running', error_code: null, gutter: 'G12' },
            { job_type: 'spray', object_id: '103', status: 'skipped', error_code: null, gutter: 'G13' },
            { job_type: 'node', object_id: 'W104', status: 'QUEUED', error_code: null },
            { job_type: 'charge', object_id: 'LADEN', status: 'cancelled', error_code: null },
          ],
        },
      },
    ],
    [
      'data',
      {
        data_group: 'active_treatment',
        time: ago(0),
        data: {
          treatment_id: 'Spritzung Süd/12 #3',
          creation_time: ago(12),
          start_time: ago(10),
          jobs: [
            { job_type: 'spray', object_id: '101', status: 'COMPLETED', gutter: 'G11' },
            { job_type: 'spray', object_id: '102', status: 'running', gutter: 'G12' },
          ],
        },
      },
    ],
    ['log', { kind: 'event', time: ago(3), level: 'notice', message: 'Düse 3 verstopft', action: { treatment_id: 'Spritzung Süd/12 #3' } }],
    [
      'configuration',
      {
        time: ago(0),
        file_names: ['pump.yaml'],
        file_name: 'pump.yaml',
        config: {
          'pressure (bar)': {
            value: 4.2,
            model: { command_name: 'pressure', group: 'Pumpe-GREEN', type: 'float', min: 1, max: 8, unit: 'bar' },
          },
          'düse/offen': { value: true, model: { command_name: 'nozzle', group: 'Pumpe-GREEN', type: 'bool' } },
        },
      },
    ],
  ],
  answers: () => [['delivered'], ['done', 'Gerne']],
};
