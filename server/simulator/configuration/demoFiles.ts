/** The configuration files of the demo per kind of device: parameters with their models, bounds and defaults. */

import type { ConfigModel, ConfigType } from '#contract/devices/configuration';
import { z } from '#contract/schema';

/** A value of a parameter of the demo. */
export const demoValue = z.union([z.boolean(), z.number(), z.string()]);
/** A value of a parameter of the demo. */
export type DemoValue = z.infer<typeof demoValue>;

/** A parameter of the demo: name, model and default value. */
export interface DemoParameter {
  readonly name: string;
  readonly model: ConfigModel;
  readonly usual: DemoValue;
  /** Alternative values of a text; if there are none, all devices have the default or a device-specific value. */
  readonly others?: readonly string[];
}

type Bounds = Pick<ConfigModel, 'min' | 'max' | 'unit'>;

const parameter = (name: string, group: string, type: ConfigType, usual: DemoValue, bounds: Bounds = {}): DemoParameter => ({
  name,
  model: { command_name: `set_${name.replaceAll('/', '_')}`, group, type, ...bounds },
  usual,
});
const text = (name: string, group: string, usual: string, ...others: readonly string[]): DemoParameter => ({
  ...parameter(name, group, 'string', usual),
  others,
});
const speed = { min: 0.05, max: 1.2, unit: 'm/s' };
const share = { min: 0, max: 1 };

const navigation = [
  parameter('max_speed', 'Navigation-GREEN', 'float', 0.8, speed),
  parameter('walkway_speed', 'Navigation-GREEN', 'float', 0.6, speed),
  parameter('reverse_speed', 'Navigation-YELLOW', 'float', 0.3, speed),
  parameter('acceleration', 'Navigation-YELLOW', 'float', 0.25, { min: 0.05, max: 1, unit: 'm/s²' }),
  parameter('goal_tolerance', 'Navigation-YELLOW', 'float', 0.05, { min: 0.005, max: 0.5, unit: 'm' }),
  parameter('docking_retries', 'Navigation-GREEN', 'int', 3, { min: 0, max: 20 }),
  parameter('gutter_tracking', 'Navigation-ORANGE', 'bool', true),
  text('lane_entry_note', 'Navigation-GREEN', 'Enter straight.\nWait for the rail switch.\nThen go.', 'Enter straight.\nThen go.'),
  text('recovery_order', 'Navigation-ORANGE', 'back_off\nrotate\nask_for_help', 'back_off\nask_for_help', 'ask_for_help'),
  parameter('odometry_scale', 'Calibration-RED', 'float', 1, { min: 0.5, max: 1.5 }),
  parameter('steering/angle_encoder_offset', 'Calibration-RED', 'float', 0.012, { min: -3.2, max: 3.2, unit: 'rad' }),
  parameter('imu/pitch', 'Calibration-RED', 'float', 0.004, { min: -1.6, max: 1.6, unit: 'rad' }),
  parameter('imu/roll', 'Calibration-RED', 'float', -0.002, { min: -1.6, max: 1.6, unit: 'rad' }),
  parameter('imu/yaw_rate_limit', 'Calibration-ORANGE', 'float', 0.8, { min: 0.1, max: 3, unit: 'rad/s' }),
];

const treatment = [
  parameter('uv_dose', 'Treatment-YELLOW', 'float', 45, { min: 0, max: 300, unit: 'J/m²' }),
  parameter('lane_speed', 'Treatment-GREEN', 'float', 0.45, speed),
  parameter('lamp_warm_up', 'Treatment-YELLOW', 'int', 60, { min: 0, max: 600, unit: 's' }),
  parameter('lamps_on_in_walkway', 'Treatment-ORANGE', 'bool', false),
  parameter('skip_treated_lanes', 'Treatment-GREEN', 'bool', true),
  parameter('max_failed_lanes', 'Treatment-GREEN', 'int', 4, { min: 0, max: 100 }),
  text('start_window', 'Treatment-GREEN', '20:00-06:00', '21:30-05:00', '00:00-04:30'),
  text(
    'mission_note',
    'Treatment-GREEN',
    '',
    'Begin at the far side.\nLanes 1 to 4 are being picked.',
    'No "late" lanes: gate closes at 22:00',
  ),
  parameter('lamp_current_limit', 'Treatment-RED', 'float', 6.5, { min: 0, max: 12, unit: 'A' }),
  parameter('retreat_after_failure', 'Treatment-YELLOW', 'bool', true),
];

const safety = [
  parameter('stop_distance', 'Safety-RED', 'float', 0.9, { min: 0.3, max: 5, unit: 'm' }),
  parameter('slow_down_distance', 'Safety-RED', 'float', 2.5, { min: 0.5, max: 10, unit: 'm' }),
  parameter('bumper_enabled', 'Safety-RED', 'bool', true),
  parameter('person_detection', 'Safety-RED', 'bool', true),
  parameter('horn_before_start', 'Safety-ORANGE', 'bool', true),
  parameter('beacon_brightness', 'Safety-GREEN', 'int', 80, { min: 0, max: 100, unit: '%' }),
  parameter('restart_delay', 'Safety-ORANGE', 'int', 5, { min: 0, max: 120, unit: 's' }),
  parameter('tilt_limit', 'Safety-RED', 'float', 0.21, { min: 0.05, max: 0.6, unit: 'rad' }),
];

const camera = [
  parameter('detection_threshold', 'Camera-YELLOW', 'float', 0.65, share),
  parameter('frame_rate', 'Camera-YELLOW', 'int', 15, { min: 1, max: 60, unit: '1/s' }),
  parameter('record_incidents', 'Camera-GREEN', 'bool', true),
  parameter('seconds_before_incident', 'Camera-GREEN', 'int', 20, { min: 0, max: 120, unit: 's' }),
  text('labels', 'Camera-ORANGE', 'person\ncart\nrail\nlane_marker', 'person\ncart\nrail'),
  text('cameras/front/device', 'Camera-RED', '/dev/video0'),
  parameter('cameras/front/exposure', 'Camera-YELLOW', 'float', 0.4, share),
  text('cameras/rear/device', 'Camera-RED', '/dev/video2'),
  parameter('cameras/rear/exposure', 'Camera-YELLOW', 'float', 0.4, share),
];

const network = [
  parameter('prefer_wifi', 'Network-GREEN', 'bool', true),
  parameter('report_interval', 'Network-YELLOW', 'float', 1, { min: 0.2, max: 60, unit: 's' }),
  parameter('upload_limit', 'Network-YELLOW', 'int', 512, { min: 16, max: 100_000, unit: 'kB/s' }),
  text('apn', 'Network-ORANGE', 'iot.serra.example', 'm2m.greenhouse.example'),
  text('mqtt/host', 'Network-RED', 'mqtt.serra.example'),
  parameter('mqtt/port', 'Network-RED', 'int', 8_883, { min: 1, max: 65_535 }),
  text('mqtt/key_file', 'Network-RED', '/etc/orangery/keys/robot.key'),
  text('web/robot_name', 'Network-GREEN', 'robot'),
  parameter('web/session_minutes', 'Network-GREEN', 'int', 30, { min: 1, max: 1_440, unit: 'min' }),
];

const platform = [
  text('bot_serial', 'Platform-RED', ''),
  text('language', 'Platform-GREEN', 'nl-BE', 'en-GB', 'fr-BE'),
  parameter('lights_at_night', 'Platform-GREEN', 'bool', true),
  parameter('sound_volume', 'Platform-GREEN', 'int', 40, { min: 0, max: 100, unit: '%' }),
  parameter('battery_low', 'Platform-YELLOW', 'int', 25, { min: 5, max: 60, unit: '%' }),
  parameter('battery_critical', 'Platform-ORANGE', 'int', 12, { min: 5, max: 40, unit: '%' }),
  parameter('motor_temperature_limit', 'Platform-RED', 'float', 78.5, { min: 40, max: 110, unit: '°C' }),
  text('component_serials/drive', 'Platform-RED', ''),
  text('component_serials/battery', 'Platform-RED', ''),
  text('component_serials/lidar', 'Platform-RED', ''),
];

const docking = [
  parameter('approach_speed', 'Docking-GREEN', 'float', 0.2, speed),
  parameter('align_tolerance', 'Docking-YELLOW', 'float', 0.01, { min: 0.001, max: 0.1, unit: 'm' }),
  parameter('tool_lock_required', 'Docking-RED', 'bool', true),
  parameter('max_tool_weight', 'Docking-RED', 'int', 180, { min: 0, max: 400, unit: 'kg' }),
  parameter('attempts', 'Docking-GREEN', 'int', 3, { min: 1, max: 20 }),
  text('undock_note', 'Docking-GREEN', 'Look behind.\nThen release.', 'Look behind.'),
];

/** The configuration files of a kind of device, in display order. */
export type DemoFiles = Readonly<Record<string, readonly DemoParameter[]>>;

const shared = { 'network.yaml': network, 'platform.yaml': platform } as const;

/** Configuration files by kind of device: devices that treat lanes, docking platforms, and tools. */
export const demoFiles = {
  lanes: {
    'navigation.yaml': navigation,
    'treatment.yaml': treatment,
    'safety.yaml': safety,
    'camera.yaml': camera,
    ...shared,
  },
  dock: { 'navigation.yaml': navigation, 'docking.yaml': docking, 'safety.yaml': safety, ...shared },
  tools: { 'treatment.yaml': treatment, ...shared },
} as const satisfies Record<string, DemoFiles>;
/** A kind of device. */
export type DemoKind = keyof typeof demoFiles;
