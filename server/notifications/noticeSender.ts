/** Sends notices to browsers in the background: several at the same time, but those about a site to a browser one after another. */

import type { Logger } from 'pino';
import { type Notice, replacing } from '#domain/notifications/siteNotice';
import type { Gauges } from '../platform/gauges.ts';
import { createSlots, type Slots } from '../platform/limits/slots.ts';
import type { PushService, PushResult } from './pushService.ts';
import type { Receiver } from './receivers.ts';

/** Maximum number of notices sent concurrently to one push service, and the same for repeated notices; others wait. */
const SENDS = { active: 16, waiting: 10_000, perKey: 10_000 };
const RETRIES = { ...SENDS, active: 4 };

/** A notice about a site to a browser. */
export interface Sending {
  readonly receiver: Receiver;
  readonly site: string;
  readonly notice: Notice;
  /** True for a notice that its push service did not accept before: it is tried once, and only if no other notice of its site is being sent to the browser. */
  readonly isRetry?: boolean;
}

/** A sender of notices, which works in the background. */
export interface NoticeSender {
  /** Sends a notice once the previous one is settled; replaces a notice that still waits, also for another attempt. */
  readonly send: (sending: Sending) => void;
  /** Returns whether a notice about a site is being sent to a browser, or waits. */
  readonly isSending: (sending: Pick<Sending, 'receiver' | 'site'>) => boolean;
  /** Makes no further attempt, and resolves once all notices are settled. */
  readonly close: () => Promise<void>;
}

interface SenderParts {
  readonly service: PushService;
  /** Called with the result of each notice that was not replaced by a newer one. */
  readonly onResult: (sending: Sending, result: PushResult) => void;
  readonly gauges: Pick<Gauges, 'notices'>;
  readonly log: Logger;
}

/** The notices about one site to one browser: the notice that is being sent, and the newer one that waits. */
interface Line {
  current: Sending;
  next: Sending | null;
  /** Whether a request to the push service was begun. */
  hasBegun: boolean;
  /** True if another line replaced this one before it began. */
  isReplaced: boolean;
}

const keyOf = ({ receiver, site }: Pick<Sending, 'receiver' | 'site'>): string => JSON.stringify([receiver.id, site]);

/** Creates the slots per push service: an unresponsive service does not delay notices of others, and repeated notices do not delay new ones. */
function slotsPerService() {
  const all = new Map<string, Slots>();
  return ({ receiver, isRetry = false }: Sending): Slots => {
    const key = `${isRetry ? 'retry ' : ''}${new URL(receiver.endpoint).host}`;
    const slots = all.get(key) ?? createSlots(isRetry ? RETRIES : SENDS);
    all.set(key, slots);
    return slots;
  };
}

interface AttemptParts {
  readonly service: PushService;
  readonly slots: Slots;
  readonly isClosing: () => boolean;
}

/** Sends the current notice of a line once a slot is free. Returns `outdated` if a newer notice replaced it before that, `failed` if the server is closing. */
async function attempt(line: Line, { service, slots, isClosing }: AttemptParts): Promise<PushResult> {
  const { receiver, notice, isRetry = false } = line.current;
  const isDropped = () => line.next !== null || line.isReplaced || isClosing();
  const result = await slots(receiver.id, async () => {
    if (isDropped()) return 'outdated';
    line.hasBegun = true;
    return service.send(receiver, notice, () => isRetry || isDropped());
  });
  return result === 'outdated' && line.next === null && !line.isReplaced ? 'failed' : result;
}

/** Creates the sender. At most one notice per browser and site waits. Source: PUSH12, PUSH13. */
export function createNoticeSender({ service, onResult, gauges, log }: SenderParts): NoticeSender {
  const slotsOf = slotsPerService();
  const lines = new Map<string, Line>();
  const underway = new Set<Promise<void>>();
  let isClosing = false;

  const sendCurrent = async (line: Line): Promise<void> => {
    const { current } = line;
    const result = await attempt(line, { service, slots: slotsOf(current), isClosing: () => isClosing }).catch((error: unknown) => {
      log.warn({ err: error }, 'a notification was not sent');
      return 'failed' as const;
    });
    gauges.notices.inc({ result });
    // The person has not been reached yet, so the newer notice makes the sound that this one did not make.
    if (line.next !== null && (result === 'outdated' || result === 'failed'))
      line.next = { ...line.next, notice: replacing(current.notice, line.next.notice) };
    if (result === 'failed' && current.isRetry !== true)
      log.warn({ host: new URL(current.receiver.endpoint).host }, 'a push service did not take a notification');
    if (result !== 'outdated') onResult(current, result);
  };
  const run = async (key: string, line: Line): Promise<void> => {
    for (;;) {
      await sendCurrent(line);
      if (line.next === null) break;
      line.current = line.next;
      line.next = null;
    }
    if (lines.get(key) === line) lines.delete(key);
  };
  const begin = (key: string, current: Sending): void => {
    const line = { current, next: null, hasBegun: false, isReplaced: false };
    lines.set(key, line);
    const done = run(key, line).finally(() => underway.delete(done));
    underway.add(done);
  };
  return {
    isSending: (sending) => lines.has(keyOf(sending)),
    send: (sending) => {
      const key = keyOf(sending);
      const line = lines.get(key);
      if (line === undefined) {
        begin(key, sending);
      } else if (sending.isRetry !== true && line.current.isRetry === true && !line.hasBegun) {
        // A notice that is sent again waits for others of its kind: a new one does not wait with it.
        line.isReplaced = true;
        begin(key, { ...sending, notice: replacing(line.current.notice, sending.notice) });
      } else if (sending.isRetry !== true) {
        line.next = line.next === null ? sending : { ...sending, notice: replacing(line.next.notice, sending.notice) };
      }
    },
    close: async () => {
      isClosing = true;
      await Promise.all(underway);
    },
  };
}
