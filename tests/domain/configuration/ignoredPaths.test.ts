import { ignoredPaths, isIgnoredPath } from '#domain/configuration/ignoredPaths';
import { expect, it } from 'vitest';

it.each([
  ['FLEET-065', 'platform.yaml/bot_serial'],
  ['FLEET-066', 'camera.yaml/cameras/front/device'],
  ['FLEET-066', 'cameras.yaml/front/exposure'],
  ['FLEET-067', 'network.yaml/mqtt/key_file'],
  ['FLEET-067', 'network.yaml/mqtt_key_file'],
  ['FLEET-068', 'network.yaml/web/robot_name'],
  ['FLEET-068', 'network.yaml/web_robot_name'],
  ['FLEET-069', 'platform.yaml/component_serials/drive'],
  ['FLEET-069', 'platform.yaml/component_serials/arm/left'],
  ['FLEET-070', 'navigation.yaml/imu/pitch'],
  ['FLEET-070', 'navigation.yaml/imu_roll'],
  ['FLEET-070', 'navigation.yaml/sensors/imu/roll'],
  ['FLEET-071', 'navigation.yaml/steering/angle_encoder_offset'],
  ['FLEET-071', 'navigation.yaml/steering_angle_encoder_offset'],
])('[%s] a comparison leaves out %s', (_, path) => {
  expect(isIgnoredPath(path)).toBe(true);
  expect(ignoredPaths.filter(({ pattern }) => pattern.test(path))).toHaveLength(1);
});

it.each([
  'platform.yaml/bot_serial_format',
  'platform.yaml/robot_serial',
  'camera.yaml/detection_threshold',
  'camera.yaml/cameras_enabled',
  'network.yaml/mqtt/key_file_mode',
  'network.yaml/mqtt/host',
  'network.yaml/web/robot_names',
  'platform.yaml/component_serials',
  'navigation.yaml/imu/yaw_rate_limit',
  'navigation.yaml/imu/pitch_limit',
  'navigation.yaml/steering/angle_encoder_scale',
  'navigation.yaml/steering/offset',
  '',
])('[FLEET-062] a comparison shows %j', (path) => {
  expect(isIgnoredPath(path)).toBe(false);
});

it('[FLEET-065] [FLEET-066] [FLEET-067] [FLEET-068] [FLEET-069] [FLEET-070] [FLEET-071] these seven and no others', () => {
  expect(ignoredPaths.map(({ what }) => what)).toEqual([
    'bot serial',
    'cameras',
    'mqtt key file',
    'web robot name',
    'component serials',
    'imu pitch and roll',
    'steering angle encoder offset',
  ]);
});
