import type { ForeignRobot } from './foreignRobot.ts';

/** A leaf cutter that is in error, in capitals: no battery, no pose, no map, several faults at once, and whole seconds since epoch. */
export const kompano: ForeignRobot = {
  serial: 'KMP.0007',
  type: 'KOMPANO',
  everyMs: 25_000,
  time: (at) => Math.floor(at / 1_000),
  state: () => ({
    current_state: 'ERROR',
    error_code: 'E-117',
    errors: [
      { code: 'E-117', severity: 'fatal', part: 'cutter', hint: 'Clean the blade' },
      { code: 'W-2', severity: 'warning', part: 'camera', hint: 'Wipe the lens' },
    ],
    voltage: 51.8,
    gnss: { lat: 51.0543, lon: 3.7174, fix: 'rtk' },
    'hydraulic pressure (bar)': 182,
  }),
  hello: (ago) => [
    ['data', { data_group: 'metrics', time: ago(0), data: { mileage: 1_200_000 } }],
    ['data', { data_group: 'sw_version', time: ago(0), data: { software_version: '2024-11', software_status: 'ok' } }],
    [
      'identity',
      { time: ago(0), device_type: 'KOMPANO', hardware_revision: 'rev. Ü', components: { 'cutter head': 'CH 12/7' }, software: {} },
    ],
    ['log', { kind: 'event', time: ago(2), level: 'critical', message: 'Schneidwerk blockiert (Ätzspur)', data: { torque_nm: 41.2 } }],
    [
      'log',
      {
        kind: 'incident',
        time: ago(2),
        incident_id: 'Störung 7/Mäher',
        error_code: 'E-117',
        manually_triggered: false,
        map_id: null,
        map_version: null,
        node_id: null,
        x: null,
        y: null,
        during_mission: false,
        treatment_id: null,
        upload_started: null,
        upload_finished: null,
      },
    ],
    ['log', { kind: 'file', time: ago(1), database_id: 'Protokoll 2026/11 ü', timestamp: ago(1) }],
  ],
  // It says nothing of what it begins.
  answers: () => [['done']],
};
