import type { Buffer } from 'node:buffer';
import type { LogMessage } from '#contract/messages/deviceMessage';
import type { NoticeCode, NoticeField } from '#contract/fleet/notice';
import type { ConfigurationHead } from './readMessage.ts';

/** A configuration message on its way to the feature `configuration`, which stores it. */
export interface ConfigurationReport {
  readonly serial: string;
  readonly message: ConfigurationHead;
  /** The unparsed message. */
  readonly payload: Buffer;
  /** In ms since epoch. */
  readonly receivedAt: number;
  /** Time, in ms, by which the device's clock was ahead of the server's when the message arrived. */
  readonly aheadMs: number;
  /** Reports the parts that were left out; a code other than `fields_dropped` refers to the whole message. */
  readonly onFault: (code: NoticeCode, fields: readonly NoticeField[]) => void;
  /** Adds an event of the device. */
  readonly onEvent: (event: Extract<LogMessage, { kind: 'event' }>) => void;
}
