/** A message that is being handled (`Receipt`): its content, receive time and acknowledgement. */

import type { Buffer } from 'node:buffer';
import type { OpenMessage } from '../deviceTraffic.ts';

/** The receive time and the acknowledgement of a message. */
export interface GivenReceipt {
  /** In ms since epoch. */
  readonly receivedAt: number;
  /** Called when the message is stored or refused, and need not be resent. */
  readonly done: () => void;
}

/** A message that is being handled. */
export interface Receipt extends GivenReceipt {
  readonly payload: Buffer;
  readonly trace?: OpenMessage | undefined;
}
