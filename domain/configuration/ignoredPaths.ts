/** A group of parameters that are expected to differ between devices. */
export interface IgnoredPath {
  readonly what: string;
  /** Matches a `key_value`: `file/parameter`, parts separated by slashes. */
  readonly pattern: RegExp;
}

/** The parameters that a comparison ignores. Source: FLEET-065..071. */
export const ignoredPaths: readonly IgnoredPath[] = [
  { what: 'bot serial', pattern: /\/bot_serial$/ },
  { what: 'cameras', pattern: /(^|\/)cameras(\.yaml)?\// },
  { what: 'mqtt key file', pattern: /\/mqtt[/_]key_file$/ },
  { what: 'web robot name', pattern: /\/web[/_]robot_name$/ },
  { what: 'component serials', pattern: /\/component_serials\// },
  { what: 'imu pitch and roll', pattern: /\/imu[/_](pitch|roll)$/ },
  { what: 'steering angle encoder offset', pattern: /\/steering[/_]angle[/_]encoder[/_]offset$/ },
];

/** Checks whether a comparison ignores this `key_value`. Source: FLEET-065..071. */
export const isIgnoredPath = (keyValue: string): boolean => ignoredPaths.some(({ pattern }) => pattern.test(keyValue));
