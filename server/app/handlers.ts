import type { Handlers } from '../platform/http/serve.ts';
import { greenhouseHandlers, locationHandlers, organisationHandlers } from '../locations/handlers.ts';
import { commandHandlers } from '../commands/handlers.ts';
import { configurationHandlers } from '../configuration/handlers.ts';
import { deploymentHandlers } from '../devices/deployments/handlers.ts';
import { deviceHandlers } from '../devices/handlers.ts';
import { deviceCredentialHandlers } from '../devices/credentials/handlers.ts';
import { deviceEventHandlers } from '../devices/events/handlers.ts';
import { errorCodeHandlers } from '../errorCodes/handlers.ts';
import { identityHandlers } from '../identity/handlers.ts';
import { incidentHandlers } from '../incidents/handlers.ts';
import { machineHandlers } from '../fleet/machineHandlers.ts';
import { maintenanceHandlers } from '../devices/maintenanceHandlers.ts';
import { managementHandlers } from '../devices/managementHandlers.ts';
import { mapHandlers } from '../maps/handlers.ts';
import { mapUploadHandlers } from '../maps/upload/handlers.ts';
import { metricsHandlers } from '../fleet/metricsHandlers.ts';
import { notificationHandlers } from '../notifications/handlers.ts';
import { placeHandlers } from '../locations/placeHandlers.ts';
import { userHandlers } from '../users/handlers.ts';
import { treatmentHandlers } from '../treatments/handlers.ts';
import { validationHandlers } from '../identity/validation/handlers.ts';
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
