import { between, hex, pick, type Random } from '#domain/random/random';

type Metadata = Record<string, unknown>;

const words = [
  'amber',
  'basil',
  'cedar',
  'dune',
  'ember',
  'fern',
  'grove',
  'harbour',
  'iris',
  'juniper',
  'kelp',
  'lumen',
  'maple',
  'nectar',
];

/** Returns a fake secret of a demo device; the server masks it like a real one. */
const secret = (random: Random) => `${pick(words, random)}-${pick(words, random)}-${Math.floor(between(1000, 9999, random))}`;

const wifi = (serial: string, random: Random): Metadata => ({
  platform_wifi_credentials: { wifi_ssid: `serra-${serial.toLowerCase()}`, wifi_password: secret(random) },
});
const app = (serial: string, random: Random): Metadata => ({
  app_login_credentials: { username: `app-${serial.toLowerCase()}`, password: secret(random) },
});

const byType: Readonly<Record<string, (serial: string, random: Random) => Metadata>> = {
  LUMION_FIX: platform,
  XENION_A6: platform,
  XENION_CONNECT: (serial, random) => ({
    div01_serial: `DV-${Math.floor(between(200, 999, random))}`,
    ...app(serial, random),
    ...wifi(serial, random),
    safety_program_version: pick(['2.3.0', '2.4.1'], random),
    safety_plc: { admin_password: secret(random), maintenance_password: secret(random) },
  }),
  DIV01: (serial, random) => ({
    robot_platform_id: hex(8, random),
    access_secret: { value: secret(random) },
    ...wifi(serial, random),
  }),
  // The specification does not define the metadata of panels.
  UVP01: () => ({ lamp_type: 'UV-C', lamp_count: 12, panel_width_mm: 960, ballast: { model: 'PB-2', firmware: '1.4.0' } }),
};

/** Generates the metadata of a device, with plain-text secrets; an empty object for types without metadata. */
export function demoMetadata(deviceType: string, serial: string, random: Random): Metadata {
  return byType[deviceType]?.(serial, random) ?? {};
}

function platform(serial: string, random: Random): Metadata {
  return {
    cover_finish: pick(['DEFAULT', 'DEFAULT', 'INOX'], random),
    wheel_type: pick(['RAIL_IN', 'RAIL_OUT', 'GROUND'], random),
    sideshift: pick(['SINGLE', 'TWIN', ''], random),
    implement_type: pick(['P1', 'P2', 'P3', 'SC'], random),
    ...app(serial, random),
    ...wifi(serial, random),
  };
}
