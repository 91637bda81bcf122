import type { ForeignRobot } from './foreignRobot.ts';
import { MAP, SHARED } from './places.ts';

/** A docking platform that somebody drives with a joystick; it works on the same treatment as another robot. */
export const divo: ForeignRobot = {
  serial: 'DV-9001',
  type: 'DIV01',
  everyMs: 1_000,
  time: (at) => new Date(at).toISOString(),
  state: () => ({
    state: 'Docking',
    error: null,
    controller: 'joystick',
    battery_level: 0,
    di_state: 'CONNECTED',
    implement_functional: 'yes',
    implement_implement: 'Mäher Ü 1',
    remote: { rssi_dbm: -61, 'distance m': 4.5 },
  }),
  hello: (ago) => [
    ['data', { data_group: 'metrics', time: ago(0), data: {} }],
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
          start_time: ago(20),
          finish_time: null,
          finish_status: '',
          total_asked: 1,
          total_treated: 0,
          total_failed: 1,
          reached_end: false,
          jobs: [{ job_type: 'count', object_id: '103', status: 'aborted', error_code: '77' }],
        },
      },
    ],
    ['log', { kind: 'event', time: ago(1), level: 'WARN', message: 'Handbetrieb', data: { by: 'joystick' } }],
  ],
  answers: () => [['delivered'], ['done']],
};
