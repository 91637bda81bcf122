import type { RobotAddress } from '#contract/devices/deviceConnection';
import { isLoopback } from '../../platform/loopback.ts';
import type { Settings } from '../../platform/settings/settings.ts';

type DoorSettings = Pick<Settings, 'MQTT_HOST' | 'MQTT_TLS_PROXY' | 'MQTT_URL' | 'publicUrl'>;

/** The listener for devices, as determined at the start. */
export interface DoorState {
  /** Null with an external broker. */
  readonly port: number | null;
  readonly isSecure: boolean;
  /** Whether devices also connect over HTTP. */
  readonly hasWebSocket: boolean;
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);

function listener({ MQTT_HOST: host, MQTT_TLS_PROXY: isProxied, publicUrl }: DoorSettings, port: number, isSecure: boolean): RobotAddress {
  const name = 'MQTT';
  const scheme = isSecure ? 'mqtts' : 'mqtt';
  const outside = new URL(publicUrl).hostname;
  if (isProxied) return { name, url: `mqtts://${outside}`, note: 'At the port of the proxy that ends TLS' };
  if (isLoopback(host))
    return { name, url: `${scheme}://${bracketed(host)}:${port}`, note: 'From the machine of the server alone (MQTT_HOST)' };
  return { name, url: `${scheme}://${host === '0.0.0.0' || host === '::' ? outside : bracketed(host)}:${port}` };
}

/** Returns the addresses for robots, without credentials. */
export function robotAddresses(settings: DoorSettings, { port, isSecure, hasWebSocket }: DoorState): readonly RobotAddress[] {
  if (settings.MQTT_URL !== undefined) {
    const { protocol, host } = new URL(settings.MQTT_URL);
    return [{ name: 'MQTT', url: `${protocol}//${host}`, note: 'The broker of MQTT_URL, as the server reaches it' }];
  }
  const webSocket = { name: 'WebSocket', url: `${settings.publicUrl.replace(/^http/, 'ws').replace(/\/$/, '')}/mqtt` };
  return [...(port === null ? [] : [listener(settings, port, isSecure)]), ...(hasWebSocket ? [webSocket] : [])];
}
