/** A message that is being handled (`Receipt`): what is known besides its content, and its acknowledgement. */

import type { Buffer } from 'node:buffer';
import type { OpenMessage } from '../deviceTraffic.ts';

/** The metadata of a message. */
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
