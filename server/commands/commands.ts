/**
 * `Commands`, the interface that other features use: `send`, `takeControl`, `releaseControl`, `announceDeparture`, `endControlOf`, `stop`, `waitForEnd`,
 * `waitForConfirmation`.
 */

import type { Command, CommandKind } from '#contract/command';
import type { Control } from './control/control.ts';
import type { Principal, Scope } from '../platform/principal.ts';

/** A device whose deployment was closed; `at` in ms since epoch. `control` is the control state after that, if somebody was in control. */
export interface DeviceDeparture {
  readonly serial: string;
  readonly at: number;
  readonly control: Control | null;
}

/** A request for a device command. */
export interface CommandRequest {
  readonly serial: string;
  readonly command: CommandKind;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly caller: Principal;
  /** The organisations whose devices the caller may command: this is checked again when the command is stored (404). */
  readonly scope: Scope;
  /** The request id, which becomes the command's id. */
  readonly requestId: string;
  /** Whether the caller must be in control of the device. */
  readonly needsControl: boolean;
}

/** Commands for devices. The caller of these functions must first check that the device is visible; only `stop` does not check it again. */
export interface Commands {
  /**
   * Stores the command and publishes it; resolves when the broker acknowledges. A repeated id returns the first record and sends nothing. Throws 409
   * when the device is offline, the caller is not in control, or the id belongs to another command; 404 when the device has just left the scope; 503 when the
   * broker or the database is unavailable.
   */
  readonly send: (request: CommandRequest) => Promise<Command>;
  /** Resolves with the command when it is done, has failed or has expired, at the latest after `withinMs`. Throws 404 for an unknown id. */
  readonly waitForEnd: (id: string, withinMs: number) => Promise<Command>;
  /** Takes control for the caller, even from another holder, and notifies the device. Throws like `send`. */
  readonly takeControl: (request: ControlRequest) => Promise<Command>;
  /** Releases control and notifies the device. Throws like `send`; 409 when the caller is not the holder. */
  readonly releaseControl: (request: ControlRequest) => Promise<Command>;
  /**
   * Announces to all instances that a device has left its organisation, and to the device if this ended its control; resolves when the announcement was sent.
   */
  readonly announceDeparture: (departure: DeviceDeparture, by: { readonly username: string; readonly name: string }) => Promise<void>;
  /** Ends control of the devices that a person controls and may no longer see, and notifies the devices. Source: CTRL10. */
  readonly endControlOf: (username: string, isVisible: (serial: string) => boolean) => Promise<void>;
  /** Sends a stop before any database write; true when the device reports that it stopped. Needs neither control nor the database. */
  readonly stop: (request: StopRequest) => Promise<boolean>;
  /** Resolves true when a command of this kind, given at most 10 s ago or during the wait, is done; false after 10 s. */
  readonly waitForConfirmation: (serial: string, command: CommandKind) => Promise<boolean>;
}

/** A request whose command kind is fixed by the called function. */
export type ControlRequest = Pick<CommandRequest, 'serial' | 'caller' | 'scope' | 'requestId'>;

/** A request for a stop. Its permission is checked earlier, because nothing may delay a stop. */
export type StopRequest = Omit<ControlRequest, 'scope'>;
