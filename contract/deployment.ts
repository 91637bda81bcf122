import { call } from './call.ts';
import { deviceAction, deviceActionType } from './deviceAction.ts';
import { deployment } from './place.ts';
import { paged, pageQuery, z } from './schema.ts';

/** Lets a device work at a location from now on. 404 for an unknown or foreign device or location, 409 while a deployment is active. Source: CALL-103, OPEN-102. */
export const postDeployDevice = call({
  method: 'POST',
  path: 'device/{serial}/deploy',
  summary: 'Deploys a device at a location.',
  body: z.object({ location_id: z.string().min(1).max(200) }),
  answer: z.object({ result: z.boolean() }),
});

/** What was done with deployments, newest first; a foreign or unknown one finds nothing. Source: CALL-104, OPEN-103. */
export const getDeploymentActions = call({
  method: 'GET',
  path: 'deployment/actions',
  summary: 'What was done with deployments, newest first.',
  query: pageQuery.extend({ deployment_id: z.string().max(200).optional(), action_type: deviceActionType.optional() }),
  answer: z.object({ total: z.number().int().min(0), actions: z.array(deviceAction.extend({ deployment_id: z.string() })) }),
});

/** One active deployment; 404 for an unknown, foreign or closed one. Source: CALL-106, OPEN-105. */
export const getDeployment = call({
  method: 'GET',
  path: 'deployment/{id}',
  summary: 'One active deployment.',
  answer: z.object({ result: deployment }),
});

/** Ends a deployment for good; the device then works for nobody. 404 unknown or foreign, 409 when it is closed already. Source: CALL-107, OPEN-106. */
export const getCloseDeployment = call({
  method: 'GET',
  path: 'deployment/{id}/close',
  summary: 'Closes a deployment.',
  answer: z.object({ result: z.boolean() }),
  acts: true,
});

/** Active deployments at one location; 404 for an unknown or foreign one. Source: CALL-108, OPEN-104. */
export const getDeploymentsAtLocation = call({
  method: 'GET',
  path: 'deployment/location/{id}',
  summary: 'Active deployments at a location.',
  query: pageQuery,
  answer: paged(deployment),
});
