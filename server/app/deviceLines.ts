import type { Settings } from '../platform/settings/settings.ts';
import type { DeviceBroker, DeviceDoor } from './openDeviceBroker.ts';

type Door = Pick<Settings, 'MQTT_HOST' | 'MQTT_PORT' | 'MQTT_TLS_CA' | 'MQTT_TLS_PROXY' | 'publicUrl'>;

const isEverywhere = (host: string) => host === '0.0.0.0' || host === '::';

function listenerText({ MQTT_HOST: host, MQTT_TLS_PROXY: isProxied }: Door, port: number, isSecure: boolean): string {
  const scheme = isSecure ? 'mqtts' : 'mqtt';
  const at = isEverywhere(host)
    ? `port ${port} of every address of this machine (${scheme}://)`
    : `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return `${at}, ${isSecure ? 'with TLS' : isProxied ? 'TLS ends before it' : 'without TLS'}`;
}

/** Returns the addresses for robots as lines for a terminal. */
export function deviceLines(settings: Door, broker: Pick<DeviceBroker, 'url' | 'port' | 'upgrades'>, door: DeviceDoor): readonly string[] {
  const { port, upgrades } = broker;
  if (port === null) return [`robots connect to the broker of MQTT_URL, ${broker.url}`];
  const isSecure = door.certificate !== null;
  const webSocket = `${settings.publicUrl.replace(/^http/, 'ws').replace(/\/$/, '')}/mqtt`;
  const ways = [listenerText(settings, port, isSecure), ...(upgrades === undefined ? [] : [`or ${webSocket}`])].join('; ');
  const other = settings.MQTT_PORT === undefined && door.port === 0 ? ' (the usual port 1883 is in use)' : '';
  const shown = settings.MQTT_TLS_CA === undefined ? '' : ' and show a certificate of MQTT_TLS_CA';
  return [`robots connect to ${ways}${other}`, `  user name and client id are the serial, the password is an access token${shown}`];
}
