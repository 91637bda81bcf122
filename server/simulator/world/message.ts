import type { DataMessage, LogMessage, ResultMessage, StateMessage } from '#contract/deviceMessage';

/** What a robot says: a report of its state or of one group of data, how a command goes, or what it wrote down. */
export type RobotMessage =
  | { readonly serial: string; readonly kind: 'state'; readonly body: StateMessage }
  | { readonly serial: string; readonly kind: 'data'; readonly body: DataMessage }
  | { readonly serial: string; readonly kind: 'result'; readonly body: ResultMessage }
  | { readonly serial: string; readonly kind: 'log'; readonly body: LogMessage };
