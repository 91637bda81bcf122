import { setTimeout as sleep } from 'node:timers/promises';
import { postDeployDevice } from '#contract/devices/deployment';
import { getAllDeviceTypes, postCreateDevice } from '#contract/devices/device';
import { getLocations } from '#contract/place';
import type { Cluster } from '../../cluster/openCluster.ts';
import { answerOf } from '../support/client.ts';
import { signInByHttp } from '../support/signInByHttp.ts';

/** A person who is signed in, and renews the token before it ends. */
export interface Operator {
  readonly token: () => string;
  /** Goes through the sign-in once more: with the session of the browser, and a renewal. Throws when it fails. */
  readonly signInAgain: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A token lives for six minutes. */
const RENEW_MS = 90_000;
const RETRY_MS = 1_000;
/** Devices that are created at the same time. */
const LANES = 4;

/** Returns the first person of a role, with the one-time code that a server printed at its start. */
export function personIn(printed: string, role: string) {
  const [, email = '', password = '', code = ''] = new RegExp(`^ {2}(\\S+@\\S+) +(\\S+) +(\\d{6}) +${role}$`, 'm').exec(printed) ?? [];
  return { email, password, code };
}

/** Signs in through the load balancer, with what a server printed a few seconds ago. */
export async function signIn({ url, accounts }: Cluster): Promise<Operator> {
  const identity = await (await fetch(`${url}/config.json`)).json();
  const { flow, access, refresh } = await signInByHttp({ identity, settings: { publicUrl: url } }, personIn(accounts, 'system_admin'));
  let [token, renewal] = [access, refresh];
  const closing = new AbortController();
  const { signal } = closing;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  const renew = async () => {
    for (let next = RENEW_MS; !signal.aborted;) {
      await pause(next);
      const tokens = await flow.refresh(renewal).catch(() => null);
      next = tokens === null ? RETRY_MS : RENEW_MS;
      if (tokens !== null) [token, renewal] = [tokens.access_token, tokens.refresh_token ?? renewal];
    }
  };
  const renewing = renew();
  return {
    token: () => token,
    signInAgain: async () => {
      const { at } = await flow.start();
      const { refresh_token: another = '' } = await flow.tokens(at);
      await flow.refresh(another);
    },
    stop: async () => {
      closing.abort();
      await renewing;
    },
  };
}

/** Creates devices of the first type and deploys them at the first location. One server does it: others know a new device up to two seconds later. */
export async function createDevices({ servers }: Cluster, operator: Operator, serials: readonly string[]): Promise<void> {
  const url = servers[0]?.url ?? '';
  const token = operator.token();
  const [type] = (await answerOf(url, getAllDeviceTypes, { token })).result;
  const [location] = (await answerOf(url, getLocations, { token })).results;
  if (type === undefined || location === undefined) throw new Error('no device type or no location');
  const waiting = [...serials];
  const lane = async () => {
    for (let serial = waiting.pop(); serial !== undefined; serial = waiting.pop()) {
      await answerOf(url, postCreateDevice, { token, params: { serial }, body: { name: serial, device_type: type.id } });
      await answerOf(url, postDeployDevice, { token, params: { serial }, body: { location_id: location.id } });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
