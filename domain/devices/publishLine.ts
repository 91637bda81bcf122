import type { RobotAddress } from '#contract/devices/deviceConnection';

const PORTS: Readonly<Record<string, string>> = { mqtt: '1883', mqtts: '8883' };

/** Returns the line of a shell that sends a state with `mosquitto_pub`, which speaks no WebSocket; undefined for other addresses. Source: CONN3. */
export function publishLine({ url }: Pick<RobotAddress, 'url'>, serial: string): string | undefined {
  const [, protocol = '', host = '', port] = /^(\w+):\/\/(\[[^\]]*\]|[^:/]*)(?::(\d+))?/.exec(url) ?? [];
  const usual = PORTS[protocol];
  if (usual === undefined) return undefined;
  const name = `'${serial.replaceAll("'", String.raw`'\''`)}'`;
  const secure = protocol === 'mqtts' ? ' --tls-use-os-certs' : '';
  return `mosquitto_pub -h ${host.replaceAll(/[[\]]/g, '')} -p ${port ?? usual}${secure} -i ${name} -u ${name} -P "$(cat token)" -q 1 -t devices/${name}/state -f state.json`;
}
