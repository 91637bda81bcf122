import { connect, type NatsConnection } from '@nats-io/transport-node';
import { accountOf, BAD_ACCOUNT } from '../settings/addressAccount.ts';
import { BadSetting } from '../settings/settings.ts';

const RECONNECT_MS = 500;
/**
 * Interval of the pings, in ms. A node that leaves three pings in a row unanswered counts as vanished, so the loss is noticed after 4 s, before a stop times
 * out.
 */
const PING_MS = 1_000;
const UNANSWERED_PINGS = 3;
/** Time limit of an attempt to connect, in ms; after this time the next node is tried. */
const DIAL_MS = 5_000;

/** Options of a connection. */
interface NatsOptions {
  /** Whether to wait for NATS indefinitely instead of failing. */
  readonly isPatient?: boolean;
}

/**
 * Connects to NATS (`NATS_URL`): one or more servers of a cluster, separated by commas. A lost connection is retried indefinitely, even if its node vanished
 * without closing it. Throws with a one-line reason, without the password, if none responds. Source: BUS2, BUS7.
 */
export async function openNats(urls: string, name: string, { isPatient = false }: NatsOptions = {}): Promise<NatsConnection> {
  const addresses = urls.split(',').map((url) => new URL(url.trim()));
  const first = addresses[0];
  const account = first === undefined ? { username: '', password: '' } : accountOf(first);
  if (account === null) throw new BadSetting(`Setting NATS_URL: ${BAD_ACCOUNT}`);
  const login = account.username === '' ? {} : { user: account.username, pass: account.password };
  try {
    return await connect({
      servers: addresses.map(({ host }) => host),
      ...login,
      name,
      noEcho: true,
      // With async traces, each request would create an error with its stack trace in advance.
      noAsyncTraces: true,
      waitOnFirstConnect: isPatient,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_MS,
      pingInterval: PING_MS,
      maxPingOut: UNANSWERED_PINGS,
      timeout: DIAL_MS,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : 'unknown';
    throw new Error(`NATS does not answer: ${reason}`, { cause: error });
  }
}
