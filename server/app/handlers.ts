/** The handlers of all features in one list, one per call of the contract, and their dependencies. */

import { roleOf } from '#domain/people/rights';
import type { RetryQueue } from '../platform/database/retryQueue.ts';
import { isDatabaseAway } from '../platform/failure/unavailable.ts';
import type { Handlers } from '../platform/http/serve.ts';
import { auditLogHandlers, type AuditLogDependencies } from '../users/auditLog/handlers.ts';
import {
  archiveHandlers,
  greenhouseHandlers,
  locationHandlers,
  organisationHandlers,
  type LocationDependencies,
} from '../locations/handlers.ts';
import { commandHandlers, type CommandDependencies } from '../commands/handlers.ts';
import { viewableArguments } from '../configuration/changeHistory.ts';
import { configurationHandlers, type ConfigurationDependencies } from '../configuration/handlers.ts';
import { viewableColours } from '../configuration/viewable.ts';
import { deploymentHandlers, redeployFor, type DeploymentDependencies } from '../devices/deployments/handlers.ts';
import { deviceHandlers, type DeviceDependencies } from '../devices/handlers.ts';
import { deviceCredentialHandlers, type DeviceCredentialDependencies } from '../devices/credentials/handlers.ts';
import { connectionHandlers, type ConnectionDependencies } from '../devices/connection/handlers.ts';
import { type DeviceEventDependencies, deviceEventHandlers } from '../devices/events/handlers.ts';
import { errorCodeHandlers, type ErrorCodeDependencies } from '../errorCodes/handlers.ts';
import { accountHandlers } from '../history/accounts/accountHandlers.ts';
import { removePersonalWith } from '../history/removePersonal.ts';
import { bookmarkHandlers } from '../history/bookmarks/bookmarkHandlers.ts';
import { historyHandlers } from '../history/handlers.ts';
import { pinHandlers } from '../history/pins/pinHandlers.ts';
import type { HistoryDependencies } from '../history/reports/historyDependencies.ts';
import { identityHandlers, type IdentityDependencies } from '../identity/handlers.ts';
import { incidentHandlers, type IncidentDependencies } from '../incidents/handlers.ts';
import { incidentNoteHandlers } from '../incidents/incidentNotes.ts';
import { machineHandlers, type MachineDependencies } from '../fleet/machineHandlers.ts';
import { deviceSimHandlers } from '../devices/deviceSims.ts';
import { maintenanceHandlers } from '../devices/maintenanceHandlers.ts';
import { typeHandlers } from '../devices/typeHandlers.ts';
import { managementHandlers } from '../devices/managementHandlers.ts';
import { mapHandlers } from '../maps/handlers.ts';
import { mapRemovalHandlers } from '../maps/removal/handlers.ts';
import { mapUploadHandlers, type MapUploadDependencies } from '../maps/upload/handlers.ts';
import { metricsHandlers } from '../fleet/metricsHandlers.ts';
import { notificationHandlers, type NotificationDependencies } from '../notifications/handlers.ts';
import { removeSeen } from '../identity/seenPeople.ts';
import { changeAccess, removePushes } from '../notifications/receivers.ts';
import { placeHandlers } from '../locations/placeHandlers.ts';
import { covers, scopeOf } from '../locations/visibility.ts';
import { userHandlers } from '../users/handlers.ts';
import type { UserDependencies } from '../users/organisations.ts';
import { treatmentHandlers, type TreatmentDependencies } from '../treatments/handlers.ts';
import { validationHandlers } from '../identity/validation/handlers.ts';

/** The dependencies of all feature handlers. */
export type HandlerDependencies = AuditLogDependencies &
  Omit<CommandDependencies, 'viewableArguments'> &
  DeviceEventDependencies &
  ConfigurationDependencies &
  ConnectionDependencies &
  DeploymentDependencies &
  DeviceCredentialDependencies &
  DeviceDependencies &
  ErrorCodeDependencies &
  HistoryDependencies &
  IdentityDependencies &
  IncidentDependencies &
  LocationDependencies &
  MachineDependencies &
  MapUploadDependencies &
  NotificationDependencies &
  Omit<UserDependencies, 'forgetPerson' | 'changeAccess'> &
  TreatmentDependencies & {
    /** The queue of writes that the database missed. */
    readonly retries: RetryQueue;
  };

const accountsOf = ({ identity: { administration } }: IdentityDependencies) => ({
  keepsAccounts: administration.managesAccounts,
  renameGroup: administration.renameGroup,
  peopleIn: administration.peopleIn,
});

/** Returns the function that removes the personal data of a person, with the account. */
function forgetPersonOf({
  database,
  retries,
  commands,
}: Pick<HandlerDependencies, 'database' | 'retries' | 'commands'>): UserDependencies['forgetPerson'] {
  return async (username, removeAccount) => {
    const remove = () =>
      removePersonalWith(database, username, async (tx) => {
        await removePushes(tx, username);
        await removeSeen(tx, username);
        await removeAccount?.(tx);
      });
    try {
      await remove();
      // If the database does not answer now, control ends when the person is gone. Source: CTRL4.
      await commands.endControlOf(username, () => false).catch(() => undefined);
    } catch (error) {
      // An account that is already deleted cannot be deleted again, so this is retried.
      if (removeAccount === null && isDatabaseAway(error)) retries.enqueue(remove);
      throw error;
    }
  };
}

/** Returns the function that applies the new groups of a person: to notifications, and to the control of devices that the person no longer sees. */
function changeAccessOf({ database, registry, commands }: HandlerDependencies): UserDependencies['changeAccess'] {
  return async (username, groups) => {
    await changeAccess(database, username, groups);
    const scope = scopeOf({ role: roleOf(groups ?? []), groups: groups ?? [] }, registry);
    await commands.endControlOf(username, (serial) => covers(scope, registry.organisationOfDevice(serial) ?? null));
  };
}

/** Returns the handlers of all calls, keyed by call name. */
export const handlersOf = (dependencies: HandlerDependencies): Handlers => ({
  ...identityHandlers(dependencies),
  ...machineHandlers(dependencies),
  ...deviceEventHandlers(dependencies),
  ...historyHandlers(dependencies),
  ...bookmarkHandlers(dependencies),
  ...pinHandlers(dependencies),
  ...accountHandlers(dependencies),
  ...metricsHandlers(dependencies),
  ...treatmentHandlers(dependencies),
  ...deviceHandlers(dependencies),
  ...deviceCredentialHandlers(dependencies),
  ...connectionHandlers(dependencies),
  ...deploymentHandlers(dependencies),
  ...maintenanceHandlers(dependencies),
  ...deviceSimHandlers(dependencies),
  ...managementHandlers(dependencies),
  ...typeHandlers(dependencies),
  ...placeHandlers(dependencies),
  ...locationHandlers({ ...dependencies, redeploy: redeployFor(dependencies) }),
  ...greenhouseHandlers(dependencies),
  ...organisationHandlers({ ...dependencies, ...accountsOf(dependencies) }),
  ...archiveHandlers({ ...dependencies, ...accountsOf(dependencies) }),
  ...mapHandlers(dependencies),
  ...mapRemovalHandlers(dependencies),
  ...mapUploadHandlers(dependencies),
  ...errorCodeHandlers(dependencies),
  ...notificationHandlers(dependencies),
  ...commandHandlers({ ...dependencies, viewableArguments: (caller) => viewableArguments(viewableColours(caller)) }),
  ...configurationHandlers(dependencies),
  ...incidentHandlers(dependencies),
  ...incidentNoteHandlers(dependencies),
  ...userHandlers({
    ...dependencies,
    forgetPerson: forgetPersonOf(dependencies),
    changeAccess: changeAccessOf(dependencies),
  }),
  ...validationHandlers(dependencies),
  ...auditLogHandlers(dependencies),
});
