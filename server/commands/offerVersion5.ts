/** MQTT 5 where the broker accepts it, otherwise MQTT 3.1.1: only MQTT 5 lets a sender limit how long the broker keeps a message. */

import type { MqttClient } from 'mqtt';

/** Returns whether an error is from before the broker was reached. A broker may also close a connection of a version that it does not know. */
const isUnreachable = (error: Error): boolean => 'code' in error && typeof error.code === 'string' && error.code !== 'ECONNRESET';

/**
 * Lets a client that begins with MQTT 5 continue with MQTT 3.1.1 at once where that is refused, by an answer or by closing the connection. Each later attempt
 * uses the other version until one is accepted, and a connection that was accepted and lost begins with MQTT 5 again: a broker may have been replaced.
 * `onError` receives all errors but the refusals of MQTT 5.
 */
export function offerVersion5(client: MqttClient, onError: (error: Error) => void): void {
  const { options } = client;
  let attempt: 'refused' | 'unreachable' | 'accepted' = 'refused';
  client.on('connect', () => {
    attempt = 'accepted';
  });
  client.on('error', (error) => {
    if (attempt === 'refused' && isUnreachable(error)) attempt = 'unreachable';
    if (attempt !== 'refused' || options.protocolVersion !== 5) onError(error);
  });
  client.on('close', () => {
    const isVersion5Refused = attempt === 'refused' && options.protocolVersion === 5;
    if (attempt !== 'unreachable') options.protocolVersion = isVersion5Refused ? 4 : 5;
    attempt = 'refused';
    if (isVersion5Refused && !client.disconnecting) client.reconnect();
  });
}
