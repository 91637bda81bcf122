/** A message that is being handled (`Receipt`): its facts besides its content, and its acknowledgement. */

import type { Buffer } from 'node:buffer';
import type { OpenMessage } from '../deviceTraffic.ts';

/** The known facts about a message besides its content. */
export interface GivenReceipt {
  /** In ms since epoch. */
  readonly receivedAt: number;
  /** Called when the message is stored or refused, and need not be sent again. */
  readonly done: () => void;
}

/** A message that is being handled. */
export interface Receipt extends GivenReceipt {
  readonly payload: Buffer;
  readonly trace?: OpenMessage | undefined;
}
