/** A group of parameters that two devices are never expected to share. */
export interface IgnoredPath {
  readonly what: string;
  /** Of a `key_value`, `file/parameter`, whose parts are divided by slashes. */
  readonly pattern: RegExp;
}

/** What a comparison leaves out. Source: FLEET-065..071. */
export const ignoredPaths: readonly IgnoredPath[] = [
  { what: 'bot serial', pattern: /\/bot_serial$/ },
  { what: 'cameras', pattern: /(^|\/)cameras(\.yaml)?\// },
  { what: 'mqtt key file', pattern: /\/mqtt[/_]key_file$/ },
  { what: 'web robot name', pattern: /\/web[/_]robot_name$/ },
  { what: 'component serials', pattern: /\/component_serials\// },
  { what: 'imu pitch and roll', pattern: /\/imu[/_](pitch|roll)$/ },
  { what: 'steering angle encoder offset', pattern: /\/steering[/_]angle[/_]encoder[/_]offset$/ },
];

/** Whether a comparison leaves out this `key_value`. Source: FLEET-065..071. */
export const isIgnoredPath = (keyValue: string): boolean => ignoredPaths.some(({ pattern }) => pattern.test(keyValue));
