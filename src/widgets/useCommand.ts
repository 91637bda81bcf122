import { useContext } from 'react';
import { commandProblem, commands, type CommandName, type CommandRow } from '#domain/commands';
import { selectIsSending } from '#state/commands';
import { selectIsInControl } from '#state/control';
import { FeaturesContext } from '#state/features';
import { selectListedDevice, selectLive } from '#state/referenceData';
import { useAppSelector } from '#state/useAppSelector';
import { IntentContext } from '#state/IntentContext';

/** What a person can do with one command of one device now. */
export interface UsedCommand {
  readonly row: CommandRow;
  readonly deviceName: string;
  /** Gives it; toast and fresh data follow by themselves. */
  readonly give: () => void;
  /** Why it cannot be given now; null when it can. */
  readonly problem: 'offline' | 'control' | null;
  /** On its way to the server. */
  readonly isSending: boolean;
  /** False in the past, and for a device that nobody knows: then nothing is ever sent. */
  readonly isAvailable: boolean;
}

/** One command of one device: whether it can be given, and the way to give it. `params` are those of the call's path beside the serial. */
export function useCommand(name: CommandName, serial: string, params: Readonly<Record<string, string>> = {}): UsedCommand {
  const sendIntent = useContext(IntentContext);
  const features = useContext(FeaturesContext);
  const device = useAppSelector((s) => selectListedDevice(s, serial));
  const isOnline = useAppSelector((s) => selectLive(s, serial));
  const isInControl = useAppSelector((s) => selectIsInControl(s, serial));
  const isSending = useAppSelector((s) => selectIsSending(s, serial, name, params));
  const row: CommandRow = commands[name];
  const deviceName = device?.name ?? serial;
  const give = () => {
    if (sendIntent === null || device === undefined) return;
    const isAnnounced = row.queryFeature === undefined || features.includes(row.queryFeature);
    const request = { call: row.call.name, params: { ...params, serial }, query: isAnnounced ? (row.query ?? {}) : {} };
    sendIntent({ kind: 'command.requested', command: name, request, serial, deviceName });
  };
  const problem = commandProblem(row, { isOnline, isInControl });
  return { row, deviceName, give, problem, isSending, isAvailable: sendIntent !== null && device !== undefined };
}
