/** Sends notices to browsers in the background: several at the same time, but those with the same tag to a browser one after another. */

import type { Logger } from 'pino';
import { type Notice, replacing } from '#domain/notifications/siteNotice';
import type { Gauges } from '../platform/gauges.ts';
import { createSlots } from '../platform/limits/slots.ts';
import type { PushService } from './pushService.ts';
import type { Receiver } from './receivers.ts';

/** Maximum number of notices sent concurrently; others wait. A hanging push service must not delay the notices of other services for long. */
const SENDS = { active: 16, waiting: 10_000, perKey: 10_000 };

/** Sends notices in the background. */
export interface NoticeSender {
  /** Sends a notice once the previous one with its tag is settled; one that still waits, or waits for another attempt, is dropped for it. */
  readonly send: (receiver: Receiver, notice: Notice) => void;
  /** Resolves once all notices are settled. */
  readonly close: () => Promise<void>;
}

interface SenderParts {
  readonly service: PushService;
  /** Removes a browser that its push service no longer knows. */
  readonly forget: (id: string) => Promise<void>;
  readonly gauges: Pick<Gauges, 'notices'>;
  readonly log: Logger;
}

interface Sending {
  readonly receiver: Receiver;
  readonly notice: Notice;
}

/** The notices with one tag to one browser: the one that is being sent, and the newer one that waits for it. */
interface Line {
  current: Sending;
  next: Sending | null;
}

/** Creates the sender. At most one notice per browser and tag waits. Source: PUSH12. */
export function createNoticeSender({ service, forget, gauges, log }: SenderParts): NoticeSender {
  const slots = createSlots(SENDS);
  const lines = new Map<string, Line>();
  const underway = new Set<Promise<void>>();

  const sendCurrent = async (line: Line): Promise<void> => {
    const { receiver, notice } = line.current;
    const isOutdated = () => line.next !== null;
    const result = await slots(receiver.id, async () => (isOutdated() ? 'outdated' : service.send(receiver, notice, isOutdated)));
    // The person has not been reached yet: the newer notice makes the sound that this one did not make.
    if (result === 'outdated' && line.next !== null) line.next = { ...line.next, notice: replacing(notice, line.next.notice) };
    gauges.notices.inc({ result });
    if (result === 'gone') await forget(receiver.id);
    if (result === 'failed') log.warn({ host: new URL(receiver.endpoint).host }, 'a push service did not take a notification');
  };
  const run = async (key: string, line: Line): Promise<void> => {
    for (;;) {
      await sendCurrent(line).catch((error: unknown) => log.warn({ err: error }, 'a notification was not sent'));
      if (line.next === null) break;
      line.current = line.next;
      line.next = null;
    }
    lines.delete(key);
  };
  return {
    send: (receiver, notice) => {
      const key = JSON.stringify([receiver.id, notice.tag]);
      const line = lines.get(key);
      if (line !== undefined) {
        line.next = { receiver, notice: line.next === null ? notice : replacing(line.next.notice, notice) };
        return;
      }
      const begun = { current: { receiver, notice }, next: null };
      lines.set(key, begun);
      const sending = run(key, begun).finally(() => underway.delete(sending));
      underway.add(sending);
    },
    close: () => Promise.all(underway).then(() => undefined),
  };
}
