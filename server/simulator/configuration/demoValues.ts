/** The first values of a device's parameters, and another valid value of a parameter. */

import type { DemoFiles, DemoParameter, DemoValue } from './demoFiles.ts';
import { between, hex, pick, type Random } from '#domain/random/random';

/** Values by file, then parameter. */
export type Values = Readonly<Record<string, Readonly<Record<string, DemoValue>>>>;

/** Generators of device-specific values, by parameter name. */
const own: Readonly<Record<string, (serial: string, random: Random) => DemoValue>> = {
  bot_serial: (serial) => serial,
  'mqtt/key_file': (serial) => `/etc/orangery/keys/${serial}.key`,
  'web/robot_name': (serial) => `robot-${serial.toLowerCase()}`,
  'component_serials/drive': (_, random) => `DRV-${hex(6, random)}`,
  'component_serials/battery': (_, random) => `BAT-${hex(6, random)}`,
  'component_serials/lidar': (_, random) => `LDR-${hex(6, random)}`,
  'steering/angle_encoder_offset': (_, random) => rounded(between(-0.08, 0.08, random)),
  'imu/pitch': (_, random) => rounded(between(-0.02, 0.02, random)),
  'imu/roll': (_, random) => rounded(between(-0.02, 0.02, random)),
  'cameras/front/exposure': (_, random) => rounded(between(0.2, 0.7, random)),
  'cameras/rear/exposure': (_, random) => rounded(between(0.2, 0.7, random)),
};

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

/** Parameters that seeded changes do not change: broker port and safety features. */
const FIXED: ReadonlySet<string> = new Set(['mqtt/port', 'bumper_enabled', 'person_detection', 'tool_lock_required']);

/** Returns whether seeded changes may change a parameter. */
export const isChangeable = ({ name, model, others = [] }: DemoParameter): boolean =>
  own[name] === undefined && !FIXED.has(name) && (model.type !== 'string' || others.length > 0);

/** Rounds to two significant digits, like a value entered by hand. */
const chosen = (value: number) => Number(value.toPrecision(2));

/** Returns another valid value of a changeable parameter; rarely the same one, after clamping or rounding. */
export function anotherValue({ model, usual, others = [] }: DemoParameter, value: DemoValue, random: Random): DemoValue {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') {
    const words = [String(usual), ...others].filter((other) => other !== value);
    return pick(words, random);
  }
  const moved = chosen(value * (random() < 0.5 ? between(0.6, 0.9, random) : between(1.1, 1.4, random)));
  const whole = model.type === 'int' ? Math.round(moved) : moved;
  return Math.min(model.max ?? Infinity, Math.max(model.min ?? -Infinity, whole));
}

function firstValue(parameter: DemoParameter, serial: string, random: Random): DemoValue {
  const value = own[parameter.name]?.(serial, random);
  if (value !== undefined) return value;
  return isChangeable(parameter) && random() < 0.15 ? anotherValue(parameter, parameter.usual, random) : parameter.usual;
}

/** Returns the initial values of a device: defaults, device-specific values, and some random alternatives. */
export const firstValues = (files: DemoFiles, serial: string, random: Random): Values =>
  Object.fromEntries(
    Object.entries(files).map(([file, parameters]) => [
      file,
      Object.fromEntries(parameters.map((parameter) => [parameter.name, firstValue(parameter, serial, random)])),
    ]),
  );
