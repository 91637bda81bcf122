/** Shell commands for a robot engineer: `mosquitto_pub` sends a state, `curl` uploads a file. */

import type { RobotAddress } from '#contract/devices/deviceConnection';

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns the URL of the console, derived from the MQTT-over-WebSocket address; null if there is no such address. */
export function consoleAddress(addresses: readonly Pick<RobotAddress, 'url'>[]): string | null {
  const found = addresses.map(({ url }) => /^ws(s?):\/\/(.+)\/mqtt$/.exec(url)).find((match) => match !== null);
  return found === undefined ? null : `http${found?.[1] ?? ''}://${found?.[2] ?? ''}`;
}

/** Returns the shell command that uploads a file with `curl`; `address` is the console's address. Source: CONN3. */
export const putLine = (address: string, serial: string): string =>
  `curl -u ${quoted(serial)}:"$(cat token)" -T robot.log ${quoted(`${address}/device-files/logs/robot.log`)}`;

const PORTS: Readonly<Record<string, string>> = { mqtt: '1883', mqtts: '8883' };

/** Returns the shell command that sends a state with `mosquitto_pub`, which supports no WebSocket; undefined for other addresses. Source: CONN3. */
export function publishLine({ url }: Pick<RobotAddress, 'url'>, serial: string): string | undefined {
  const [, protocol = '', host = '', port] = /^(\w+):\/\/(\[[^\]]*\]|[^:/]*)(?::(\d+))?/.exec(url) ?? [];
  const usual = PORTS[protocol];
  if (usual === undefined) return undefined;
  const name = quoted(serial);
  const secure = protocol === 'mqtts' ? ' --tls-use-os-certs' : '';
  return `mosquitto_pub -h ${host.replaceAll(/[[\]]/g, '')} -p ${port ?? usual}${secure} -i ${name} -u ${name} -P "$(cat token)" -q 1 -t devices/${name}/state -f state.json`;
}
