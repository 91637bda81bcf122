/** Rules for correcting the serial, client name, type and revision of a device; the serial can be corrected only before the first report. */

import { endings } from '../text/endings.ts';
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

/** Returns the fields as stored: texts are trimmed. */
export const correctionFields = (fields: DeviceCorrection): DeviceCorrection => ({
  ...fields,
  serial: deviceSerial(fields.serial),
  client_name: fieldText(fields.client_name),
});

/** Returns the problems of a correction by field; unchanged fields are not checked. Used by console and server. Source: CORRECT1, FORM10. */
export const correctionProblems = (fields: DeviceCorrection, before: Pick<DeviceCorrection, 'serial' | 'client_name'>) => ({
  serial: deviceSerial(fields.serial) === before.serial ? undefined : deviceSerialProblem(fields.serial),
  client_name: fieldText(fields.client_name) === fieldText(before.client_name) ? undefined : clientNameProblem(fields.client_name),
});

/** Returns the confirmation question about the effects of a correction; null if serial, type and revision are unchanged. Source: CORRECT4. */
export function correctionQuestion(fields: DeviceCorrection, before: DeviceCorrection): string | null {
  const hasOtherSerial = fields.serial !== before.serial;
  const hasOtherType = fields.device_type !== before.device_type || fields.hardware_revision_id !== before.hardware_revision_id;
  const type = [fields.device_type, fields.hardware_revision_id].filter((text) => text !== '').join(', ');
  const texts = [
    ...(hasOtherSerial ? [endings.correctSerial(before.serial, fields.serial)] : []),
    ...(hasOtherType ? [endings.correctType(fields.serial, type, { keepsSerial: !hasOtherSerial })] : []),
  ];
  return texts.length === 0 ? null : texts.join(' ');
}

/** Returns why the serial of a device cannot be changed; undefined for a device that never reported. Source: CORRECT1. */
export const fixedText = (serial: string, hasReported: boolean): string | undefined =>
  hasReported
    ? `${serial} has reported: what it reported belongs to this serial, so it stays. If it is another device, add that one and decommission this one.`
    : undefined;
