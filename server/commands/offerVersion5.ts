/** MQTT 5 where the broker accepts it, otherwise MQTT 3.1.1: only MQTT 5 lets a sender limit how long the broker keeps a message. */

import type { MqttClient } from 'mqtt';
import type { Logger } from 'pino';

/**
 * Number of attempts by MQTT 5 in a row that end without an answer of that version, after which one by MQTT 3.1.1 follows. A broker that does not know MQTT 5 may
 * close the connection; one that is starting, or a proxy before it, does so as well.
 */
const UNANSWERED_ATTEMPTS = 3;
/** Return codes for a version that the broker does not accept: of MQTT 3.1.1 and of MQTT 5. */
const UNACCEPTABLE_VERSION = [1, 0x84];

type Outcome =
  | 'accepted'
  /** The broker does not accept the version. */
  | 'wrongVersion'
  /** The broker knows MQTT 5 and does not accept the connection for now. */
  | 'refused'
  | 'unreachable'
  /** The connection was closed, not answered in time, or refused in words of MQTT 3.1.1 only. */
  | 'unanswered';

function outcomeOf(error: Error): Outcome {
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return code === 'ECONNRESET' ? 'unanswered' : 'unreachable';
  if (typeof code !== 'number') return 'unanswered';
  if (UNACCEPTABLE_VERSION.includes(code)) return 'wrongVersion';
  return code >= 0x80 ? 'refused' : 'unanswered';
}

/**
 * Lets a client that begins with MQTT 5 continue with MQTT 3.1.1 at once where the broker does not accept that version, or answered none of several attempts. After
 * an attempt by MQTT 3.1.1 it begins with MQTT 5 again, also after a connection that was accepted and lost: a broker may have been replaced. Logs once that
 * MQTT 3.1.1 is used.
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
