/** MQTT 5 if the broker accepts it, otherwise MQTT 3.1.1: only MQTT 5 lets a sender limit how long the broker keeps a message. */

import type { MqttClient } from 'mqtt';
import type { Logger } from 'pino';

/**
 * Number of consecutive attempts with MQTT 5 that end without a response in that version, after which an attempt with MQTT 3.1.1 follows. A broker that does
 * not support MQTT 5 may close the connection; so may a broker that is starting, or a proxy before it.
 */
const UNANSWERED_ATTEMPTS = 3;
/** Return codes for a protocol version that the broker does not accept, in MQTT 3.1.1 and in MQTT 5. */
const UNACCEPTABLE_VERSION = [1, 0x84];

type Outcome =
  | 'accepted'
  /** The broker does not accept the version. */
  | 'wrongVersion'
  /** The broker supports MQTT 5 but does not accept the connection for now. */
  | 'refused'
  | 'unreachable'
  /** The connection was closed, not answered in time, or refused in MQTT 3.1.1 only. */
  | 'unanswered';

function outcomeOf(error: Error): Outcome {
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return code === 'ECONNRESET' ? 'unanswered' : 'unreachable';
  if (typeof code !== 'number') return 'unanswered';
  if (UNACCEPTABLE_VERSION.includes(code)) return 'wrongVersion';
  return code >= 0x80 ? 'refused' : 'unanswered';
}

/**
 * Lets a client that begins with MQTT 5 continue with MQTT 3.1.1: at once if the broker rejects MQTT 5, otherwise after several attempts without a response.
 * After an attempt with MQTT 3.1.1 the client begins with MQTT 5 again, even if that connection was accepted and lost: the broker may have been replaced. Logs
 * the first use of MQTT 3.1.1.
 */
export function offerVersion5(client: MqttClient, log: Pick<Logger, 'warn'>): void {
  const { options } = client;
  let outcome: Outcome = 'unanswered';
  let unanswered = 0;
  let isLogged = false;
  client.on('connect', () => {
    outcome = 'accepted';
    const isOld = options.protocolVersion !== 5;
    if (isOld && !isLogged) log.warn('the device broker is used with MQTT 3.1.1: a stop is sent with QoS 0');
    isLogged = isOld;
  });
  client.on('error', (error) => {
    if (outcome !== 'accepted') outcome = outcomeOf(error);
  });
  client.on('close', () => {
    const isVersion5 = options.protocolVersion === 5;
    unanswered = isVersion5 && outcome === 'unanswered' ? unanswered + 1 : 0;
    const isRefused = isVersion5 && (outcome === 'wrongVersion' || unanswered >= UNANSWERED_ATTEMPTS);
    options.protocolVersion = isRefused ? 4 : 5;
    outcome = 'unanswered';
    if (isRefused && !client.disconnecting) client.reconnect();
  });
}
