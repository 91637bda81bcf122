/** Encrypts a notice for a browser and sends it to the browser's push service, in up to three attempts; checks which addresses are push services. */

import type { Notice } from '#domain/notifications/siteNotice';
import { createHash } from 'node:crypto';
import { isLoopback } from '../platform/loopback.ts';
import type { SetTimer } from '../platform/timers.ts';
import { webPush, type PushKeys } from './pushKeys.ts';
import type { Receiver } from './receivers.ts';

/** The outcome of a notice: its push service accepted it, no longer knows the browser, or did not accept it; or a newer notice replaced it first. */
export type PushResult = 'taken' | 'gone' | 'failed' | 'outdated';

/** Time for which a push service keeps a notice for an offline browser, in s: twelve hours, a night. A later notice with the same topic replaces it. */
const KEEP_SECONDS = 43_200;
/** Maximum response time of a push service, and the pauses between the attempts to reach it, in ms. */
const TIMEOUT_MS = 10_000;
const PAUSES_MS = [1_000, 4_000];
/** Maximum lengths with which a notice fits into the 4,096 bytes that every push service accepts, for any characters. */
const LONGEST = { title: 150, body: 700 };

/** Returns whether an address belongs to a push service: HTTPS on a host of the list, where `*.` stands for any prefix; HTTP only on this machine. */
export function isPushAddress(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, host, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) return false;
  const isNamed = (name: string) => (name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : name === hostname || name === host);
  return hosts.some(isNamed);
}

/** Returns the hosts in the setting `PUSH_HOSTS`. */
export const pushHosts = (setting: string): readonly string[] =>
  setting
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');

interface PushParts {
  readonly keys: () => Promise<PushKeys>;
  /** The contact of the server: `mailto:` or `https:` (RFC 8292). */
  readonly contact: string;
  readonly hosts: readonly string[];
  readonly after: SetTimer;
}

/** A sender of notices to push services. */
export interface PushService {
  /**
   * Sends a notice. `isOutdated` returns, before each further attempt, whether there is a newer notice with the same tag, which a later success would hide.
   */
  readonly send: (receiver: Receiver, notice: Notice, isOutdated?: () => boolean) => Promise<PushResult>;
}

const shortened = (notice: Notice): Notice => ({
  ...notice,
  title: notice.title.slice(0, LONGEST.title),
  body: notice.body.slice(0, LONGEST.body),
});

/** Returns a notice's tag as push services accept it: at most 32 characters. */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32);

function resultOf(status: number): PushResult | 'later' {
  if (status === 404 || status === 410) return 'gone';
  if (status >= 200 && status < 300) return 'taken';
  return status === 429 || status >= 500 ? 'later' : 'failed';
}

/** Creates the sender. A notice is encrypted for its browser (RFC 8291): the push service cannot read it. */
export function createPushService({ keys, contact, hosts, after }: PushParts): PushService {
  const pause = (ms: number) => new Promise<void>((resolve) => void after(ms, resolve));
  const attempt = async ({ endpoint, keys: browserKeys }: Receiver, notice: Notice) => {
    const { publicKey, privateKey } = await keys();
    const { headers, body } = (await webPush()).generateRequestDetails({ endpoint, keys: browserKeys }, JSON.stringify(shortened(notice)), {
      vapidDetails: { subject: contact, publicKey, privateKey },
      TTL: KEEP_SECONDS,
      urgency: notice.silent ? 'normal' : 'high',
      topic: topicOf(notice.tag),
      contentEncoding: 'aes128gcm',
    });
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: headers,
      body: new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return resultOf(answer.status);
  };
  return {
    send: async (receiver, notice, isOutdated) => {
      // The list of allowed hosts may have become shorter since the browser registered.
      if (!isPushAddress(receiver.endpoint, hosts)) return 'failed';
      for (const ms of [...PAUSES_MS, null]) {
        const result = await attempt(receiver, notice).catch(() => 'later' as const);
        if (result !== 'later') return result;
        if (ms !== null && isOutdated?.() !== true) await pause(ms);
        if (isOutdated?.() === true) return 'outdated';
      }
      return 'failed';
    },
  };
}
