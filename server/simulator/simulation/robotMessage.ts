import type {
  ConfigurationMessage,
  DataMessage,
  IdentityMessage,
  LogMessage,
  ResultMessage,
  StateMessage,
} from '#contract/messages/deviceMessage';

/** The type of a robot's message: state, data group, command result, log entry, configuration file, identity. */
export type RobotMessage =
  | { readonly serial: string; readonly kind: 'state'; readonly body: StateMessage }
  | { readonly serial: string; readonly kind: 'data'; readonly body: DataMessage }
  | { readonly serial: string; readonly kind: 'result'; readonly body: ResultMessage }
  | { readonly serial: string; readonly kind: 'log'; readonly body: LogMessage }
  | { readonly serial: string; readonly kind: 'configuration'; readonly body: ConfigurationMessage }
  | { readonly serial: string; readonly kind: 'identity'; readonly body: IdentityMessage };
