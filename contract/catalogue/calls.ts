import { archiveCalls } from '../archive.ts';
import { auditCalls } from '../audit.ts';
import { bookmarkCalls } from '../bookmark.ts';
import { commandCalls } from '../command.ts';
import { configurationCalls } from '../devices/configuration.ts';
import { correctDeviceCalls } from '../devices/correctDevice.ts';
import { deploymentCalls } from '../devices/deployment.ts';
import { deviceCalls } from '../devices/device.ts';
import { deviceTypeCalls } from '../devices/deviceType.ts';
import { deviceActionCalls } from '../devices/deviceAction.ts';
import { deviceCredentialCalls } from '../devices/deviceCredential.ts';
import { deviceEventCalls } from '../devices/deviceEvent.ts';
import { deviceConnectionCalls } from '../devices/deviceConnection.ts';
import { deviceSimCalls } from '../devices/deviceSim.ts';
import { formerDeviceCalls } from '../devices/formerDevice.ts';
import { errorCodeCalls } from '../errorCode.ts';
import { errorCodeFileCalls } from '../errorCodeFile.ts';
import { greenhouseCalls } from '../greenhouse.ts';
import { historyCalls } from '../history.ts';
import { historyPinCalls } from '../historyPin.ts';
import { identityCalls } from '../identity.ts';
import { incidentCalls } from '../incident.ts';
import { incidentNoteCalls } from '../incidentNote.ts';
import { languageCalls } from '../language.ts';
import { locationCalls } from '../location.ts';
import { dataGroupCalls } from '../fleet/dataGroup.ts';
import { machineCalls } from '../fleet/machine.ts';
import { maintenanceCalls } from '../devices/maintenance.ts';
import { mapCalls } from '../map.ts';
import { metricsCalls } from '../fleet/metrics.ts';
import { notificationCalls } from '../notification.ts';
import { organisationCalls } from '../organisation.ts';
import { placeCalls } from '../place.ts';
import { sessionAccountCalls } from '../sessionAccount.ts';
import { treatmentCalls } from '../fleet/treatment.ts';
import { userCalls } from '../user.ts';
import { validationCalls } from '../validation.ts';

/**
 * All calls in one object, merged from the lists at the end of each file, and the type `CallName`. The server registers exactly these calls; it does not
 * compile if one has no handler.
 */
export const calls = {
  ...identityCalls,
  ...machineCalls,
  ...dataGroupCalls,
  ...deviceEventCalls,
  ...historyCalls,
  ...bookmarkCalls,
  ...historyPinCalls,
  ...sessionAccountCalls,
  ...metricsCalls,
  ...treatmentCalls,
  ...deviceCalls,
  ...deviceTypeCalls,
  ...deviceActionCalls,
  ...correctDeviceCalls,
  ...formerDeviceCalls,
  ...deviceSimCalls,
  ...deviceConnectionCalls,
  ...deviceCredentialCalls,
  ...deploymentCalls,
  ...maintenanceCalls,
  ...placeCalls,
  ...languageCalls,
  ...locationCalls,
  ...greenhouseCalls,
  ...organisationCalls,
  ...mapCalls,
  ...archiveCalls,
  ...errorCodeCalls,
  ...errorCodeFileCalls,
  ...notificationCalls,
  ...commandCalls,
  ...configurationCalls,
  ...incidentCalls,
  ...incidentNoteCalls,
  ...userCalls,
  ...validationCalls,
  ...auditCalls,
} as const;
/** The key of a call in `calls`. */
export type CallName = keyof typeof calls;
