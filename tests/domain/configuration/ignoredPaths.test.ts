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
});

it.each([
  ['a file of its own', 'mqtt.yaml/key_file'],
  ['a file of its own, in capitals', 'MQTT.YML/KEY_FILE'],
  ['capitals', 'identity.yaml/BOT_SERIAL'],
  ['another word for a robot', 'platform.yaml/robot_serial'],
  ['a serial number', 'vehicle.yaml/serialNumber'],
  ['an offset', 'localization.yaml/imu_pitch_offset'],
  ['dots', 'localization.yaml/imu.roll.offset_deg'],
  ['no angle', 'drive.yaml/steering_encoder_offset'],
  ['capitals in the middle', 'drive.yaml/SteeringAngleEncoderOffset'],
  ['a password', 'wifi.yaml/wpa/Password'],
  ['a key of an interface', 'cloud.yaml/api-key'],
  ['a private key', 'cloud.yaml/tls.private_key_path'],
  ['a robot name', 'web.yaml/robot-name'],
])('[CONFV1] a comparison leaves out what is of a kind, however it is written: %s', (_, path) => {
  expect(isIgnoredPath(path)).toBe(true);
});

it.each([
  'auth.yaml/token_lifetime_s',
  'auth.yaml/password_min_length',
  'drive.yaml/calibration_interval',
  'drive.yaml/motor_calibration/gain',
  'odometry.yaml/wheel_calibration',
  'arm_calibration.yaml/joint_1',
  'perception.yaml/front/intrinsics/fx',
  'front.yaml/distortion_coefficients',
  'drive.yaml/encoder_offset_limit',
  'map.yaml/origin_offset',
  'serial.yaml/port',
  'serial.yaml/baud_rate',
])('[CONFV1] a comparison shows what is none of them: %s', (path) => {
  expect(isIgnoredPath(path)).toBe(false);
});

it.each([
  'platform.yaml/bot_serial_format',
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

it('[FLEET-065] [FLEET-066] [FLEET-067] [FLEET-068] [FLEET-069] [FLEET-070] [FLEET-071] [CONFV1] these seven and secrets, and no others', () => {
  expect(ignoredPaths.map(({ what }) => what)).toEqual([
    'bot serial',
    'cameras',
    'mqtt key file',
    'web robot name',
    'component serials',
    'imu pitch and roll',
    'steering angle encoder offset',
    'secrets',
  ]);
});
