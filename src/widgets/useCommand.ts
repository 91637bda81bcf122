import { useContext } from 'react';
import { commandProblem, type CommandProblem, commands, type CommandName, type CommandRow } from '#domain/commands/commandRows';
import { selectIsSending } from '#state/commands';
import { selectIsInControl } from '#state/control';
import { FeaturesContext } from '#hooks/features';
import { selectDeviceStatus, selectDeviceLabel, selectListedDevice } from '#state/referenceData';
import { useAppSelector } from '#hooks/useAppSelector';
import { IntentContext, RefusalContext } from '#hooks/IntentContext';

/** One command of one device: its definition, its state and the function that sends it. */
export interface DeviceCommand {
  readonly row: CommandRow;
  /** The display name of the device in a sentence. */
  readonly deviceName: string;
  /** Sends the command. The toast and the updated data follow from its events. */
  readonly send: () => void;
  /** Why the command cannot be sent now; null if it can. */
  readonly problem: CommandProblem | null;
  /** Whether the request to the server is in flight. */
  readonly isSending: boolean;
  /** False in the past and for an unknown device, so that nothing is sent. */
  readonly isAvailable: boolean;
}

/** Returns one command of one device, with whether it can be sent and the function that sends it. `params` are the path parameters other than the serial. */
export function useCommand(name: CommandName, serial: string, params: Readonly<Record<string, string>> = {}): DeviceCommand {
  const sendIntent = useContext(IntentContext);
  const refuse = useContext(RefusalContext);
  const features = useContext(FeaturesContext);
  const device = useAppSelector((s) => selectListedDevice(s, serial));
  const status = useAppSelector((s) => selectDeviceStatus(s, serial));
  const isInControl = useAppSelector((s) => selectIsInControl(s, serial));
  const isSending = useAppSelector((s) => selectIsSending(s, serial, name, params));
  const row: CommandRow = commands[name];
  const deviceName = useAppSelector((s) => selectDeviceLabel(s, serial));
  const send = () => {
    if (sendIntent === null) return refuse();
    if (device === undefined) return;
    const isAnnounced = row.queryFeature === undefined || features.includes(row.queryFeature);
    const request = { call: row.call.name, params: { ...params, serial }, query: isAnnounced ? (row.query ?? {}) : {} };
    sendIntent({ kind: 'command.requested', command: name, request, serial, deviceName: device.name });
  };
  const problem = commandProblem(row, { status, isInControl, hasWifi: device?.has_wifi });
  return { row, deviceName, send, problem, isSending, isAvailable: sendIntent !== null && device !== undefined };
}
