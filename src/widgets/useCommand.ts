import { useContext } from 'react';
import { getStateData } from '#contract/fleet/dataGroup';
import { commandProblem, type CommandProblem, commands, type CommandName, type CommandRow } from '#domain/commands/commandRows';
import { selectHasWifi } from '#state/deviceSite';
import { selectIsSending } from '#state/commands';
import { selectIsInControl } from '#state/control';
import { APP_DATA_EVERY_MS } from '#hooks/pollInterval';
import { useQuery } from '#hooks/useQuery';
import { FeaturesContext } from '#hooks/features';
import { selectDeviceStatus, selectDeviceLabel, selectListedDevice } from '#state/referenceData';
import { useAppSelector } from '#hooks/useAppSelector';
import { IntentContext, RefusalContext } from '#hooks/IntentContext';

/** One command of one device: its definition, its state and the function that sends it. */
export interface DeviceCommand {
  readonly row: CommandRow;
  /** The display name of the device, for use in a sentence. */
  readonly deviceName: string;
  /** Sends the command. Its events cause the toast and the updated data. */
  readonly send: () => void;
  /** The reason why the command cannot be sent now, e.g. for a device that is not in the list and can only be stopped; null if it can be sent. */
  readonly problem: CommandProblem | null;
  /** Whether the request to the server is in flight. */
  readonly isSending: boolean;
  /** Whether commands are available; false in the past, so nothing is sent. */
  readonly isAvailable: boolean;
}

/**
 * Returns whether a device has WiFi, for a command that needs WiFi. If the record of the device does not contain it, the live data are polled at the interval
 * of records. Source: DEVS5.
 */
function useWifi({ needsWifi = false }: CommandRow, serial: string): boolean | null {
  const listed = useAppSelector((s) => selectListedDevice(s, serial));
  const isWanted = needsWifi && listed !== undefined && listed.has_wifi == null;
  useQuery(getStateData, { serial }, {}, { everyMs: APP_DATA_EVERY_MS, isWanted });
  return useAppSelector((s) => selectHasWifi(s, serial));
}

/**
 * Returns one command of one device, with its state and the function that sends it. `params` are the path parameters other than the serial; `unlistedName` is
 * the name of a device that is not in the list, by default its serial. A stop does not need the record of its device. Source: STOPWAY9, STOPWAY10.
 */
export function useCommand(
  name: CommandName,
  serial: string,
  params: Readonly<Record<string, string>> = {},
  unlistedName: string = serial,
): DeviceCommand {
  const sendIntent = useContext(IntentContext);
  const refuse = useContext(RefusalContext);
  const features = useContext(FeaturesContext);
  const device = useAppSelector((s) => selectListedDevice(s, serial));
  const status = useAppSelector((s) => selectDeviceStatus(s, serial));
  const isInControl = useAppSelector((s) => selectIsInControl(s, serial));
  const isSending = useAppSelector((s) => selectIsSending(s, serial, name, params));
  const row: CommandRow = commands[name];
  const deviceName = useAppSelector((s) => selectDeviceLabel(s, serial, unlistedName));
  const isSendable = row.isDanger || device !== undefined;
  const send = () => {
    if (sendIntent === null) return refuse();
    if (!isSendable) return;
    const isAnnounced = row.queryFeature === undefined || features.includes(row.queryFeature);
    const request = { call: row.call.name, params: { ...params, serial }, query: isAnnounced ? (row.query ?? {}) : {} };
    sendIntent({ kind: 'command.requested', command: name, request, serial, deviceName: device?.name ?? unlistedName });
  };
  const hasWifi = useWifi(row, serial);
  const problem = commandProblem(row, { status: isSendable ? status : 'unknown', isInControl, hasWifi });
  return { row, deviceName, send, problem, isSending, isAvailable: sendIntent !== null };
}
