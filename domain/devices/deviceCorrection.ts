/** Rules for correcting the serial, type and revision of a device: only before its first report; the reason when it is not possible. */

import { fieldText } from '../text/fieldText.ts';
import { deviceSerial, deviceSerialProblem } from './deviceSerial.ts';
import { clientNameProblem } from './deviceSettings.ts';

/** The form fields of a correction; '' means no client name or no revision. */
interface DeviceCorrection {
  readonly serial: string;
  readonly client_name: string;
  readonly device_type: string;
  readonly hardware_revision_id: string;
}

/** Returns the fields as stored. */
export const correctionFields = (fields: DeviceCorrection): DeviceCorrection => ({
  ...fields,
  serial: deviceSerial(fields.serial),
  client_name: fieldText(fields.client_name),
});

/** Validates a correction; an unchanged serial needs no check. Used by console and server. Source: CORRECT1. */
export const correctionProblems = (fields: DeviceCorrection, before: Pick<DeviceCorrection, 'serial'>) => ({
  serial: deviceSerial(fields.serial) === before.serial ? undefined : deviceSerialProblem(fields.serial),
  client_name: clientNameProblem(fields.client_name),
});

/** Returns why serial, type and revision of a device cannot be changed; undefined for a device that never reported. Source: CORRECT1. */
export const fixedText = (serial: string, hasReported: boolean): string | undefined =>
  hasReported
    ? `${serial} has reported: what it reported belongs to this serial and type, so they stay. If it is another device, add that one and decommission this one.`
    : undefined;
