import type { Command, CommandKind } from '#contract/command';
import type { Principal } from '../platform/principal.ts';

/** What somebody wants a device to do. */
export interface Order {
  readonly serial: string;
  readonly command: CommandKind;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly caller: Principal;
  /** The id of the click, which becomes the command's. */
  readonly requestId: string;
  /** Whether only the person in control may give it. */
  readonly needsControl: boolean;
}

/** Commands for devices. Whether the caller may see a device is checked before. */
export interface Commands {
  /**
   * Writes the command down and hands it to the broker; settles when the broker has it. The same id again gives the first's record and sends
   * nothing. Throws 409 offline, 409 not in control, 409 for an id of somebody else's or another command, 503 when broker or database are away.
   */
  readonly give: (order: Order) => Promise<Command>;
  /** The command when it is done, failed or expired; as it is when that takes longer than `withinMs`. Throws 404 for an unknown id. */
  readonly ended: (id: string, withinMs: number) => Promise<Command>;
  /** Takes control for the caller, whoever had it, and sends that to the device. Throws as `give`. */
  readonly take: (order: Asking) => Promise<Command>;
  /** Gives control back and sends that to the device. Throws as `give`; 409 for anybody but the holder. */
  readonly release: (order: Asking) => Promise<Command>;
  /** Stops a device before anything else is done; true when the device says that it stopped. Needs neither control nor the database. */
  readonly stop: (order: Asking) => Promise<boolean>;
  /** Whether the device confirms a command of this kind that was given at most 10 s ago or is given meanwhile; false after 10 s. */
  readonly confirmed: (serial: string, command: CommandKind) => Promise<boolean>;
}

/** An order whose command and rights are known. */
export type Asking = Pick<Order, 'serial' | 'caller' | 'requestId'>;
