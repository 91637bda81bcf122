import type {
  ConfigurationMessage,
  DataMessage,
  IdentityMessage,
  LogMessage,
  ResultMessage,
  StateMessage,
} from '#contract/messages/deviceMessage';

/** A message of a robot: a state report, a report of one data group, a command result, a log entry, a file of its configuration, or its identity. */
export type RobotMessage =
  | { readonly serial: string; readonly kind: 'state'; readonly body: StateMessage }
  | { readonly serial: string; readonly kind: 'data'; readonly body: DataMessage }
  | { readonly serial: string; readonly kind: 'result'; readonly body: ResultMessage }
  | { readonly serial: string; readonly kind: 'log'; readonly body: LogMessage }
  | { readonly serial: string; readonly kind: 'configuration'; readonly body: ConfigurationMessage }
  | { readonly serial: string; readonly kind: 'identity'; readonly body: IdentityMessage };
