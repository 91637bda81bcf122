import type { Handlers } from '../http/serve.ts';
import { greenhouseHandlers, locationHandlers, organisationHandlers } from '../locations/handlers.ts';
import { commandHandlers } from './command.ts';
import { configurationHandlers } from './configuration.ts';
import { deploymentHandlers } from './deployment.ts';
import { deviceHandlers } from './device.ts';
import { deviceCredentialHandlers } from './deviceCredential.ts';
import { deviceEventHandlers } from './deviceEvent.ts';
import { errorCodeHandlers } from '../errorCodes/handlers.ts';
import { identityHandlers } from './identity.ts';
import { incidentHandlers } from './incident.ts';
import { machineHandlers } from './machine.ts';
import { maintenanceHandlers } from './maintenance.ts';
import { managementHandlers } from './management.ts';
import { mapHandlers } from './map.ts';
import { mapUploadHandlers } from '../mapUpload/handlers.ts';
import { metricsHandlers } from './metrics.ts';
import { notificationHandlers } from './notification.ts';
import { placeHandlers } from './place.ts';
import { userHandlers } from '../users/handlers.ts';
import { treatmentHandlers } from './treatment.ts';
import { validationHandlers } from './validation.ts';
import type { World } from './world.ts';

/** The handler of every call. */
export const handlersOf = (world: World): Handlers => ({
  ...identityHandlers(world),
  ...machineHandlers(world),
  ...deviceEventHandlers(world),
  ...metricsHandlers(world),
  ...treatmentHandlers(world),
  ...deviceHandlers(world),
  ...deviceCredentialHandlers(world),
  ...deploymentHandlers(world),
  ...maintenanceHandlers(world),
  ...managementHandlers(world),
  ...placeHandlers(world),
  ...locationHandlers(world),
  ...greenhouseHandlers(world),
  ...organisationHandlers(world),
  ...mapHandlers(world),
  ...mapUploadHandlers(world),
  ...errorCodeHandlers(world),
  ...notificationHandlers(world),
  ...commandHandlers(world),
  ...configurationHandlers(world),
  ...incidentHandlers(world),
  ...userHandlers(world),
  ...validationHandlers(world),
});
