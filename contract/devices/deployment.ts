/** Deployments: the calls to deploy a device at a location, to close a deployment, and to list the deployments of a location and the actions on deployments. */

import { call } from '../call.ts';
import { deviceAction, deviceActionType } from './deviceAction.ts';
import { deployment } from '../place.ts';
import { paged, pageQuery, z } from '../schema.ts';

/**
 * Deploys a device at a location from now on. Fails: 404 for a device or location that is unknown or not visible, 409 while a deployment is active.
 * Source: CALL-103, OPEN-102.
 */
export const postDeployDevice = call({
  method: 'POST',
  path: 'device/{serial}/deploy',
  summary: 'Deploys a device at a location.',
  body: z.object({ location_id: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: z.object({ result: z.boolean() }),
});

/** Returns the actions on deployments, newest first; empty for a deployment that is unknown or not visible. Source: CALL-104, OPEN-103. */
export const getDeploymentActions = call({
  method: 'GET',
  path: 'deployment/actions',
  summary: 'What was done with deployments, newest first.',
  query: z.extend(pageQuery, { deployment_id: z.optional(z.string().check(z.maxLength(200))), action_type: z.optional(deviceActionType) }),
  answer: z.object({ total: z.int().check(z.minimum(0)), actions: z.array(z.extend(deviceAction, { deployment_id: z.string() })) }),
});

/** Returns one active deployment. Fails: 404 unknown, not visible or closed. Source: CALL-106, OPEN-105. */
export const getDeployment = call({
  method: 'GET',
  path: 'deployment/{id}',
  summary: 'One active deployment.',
  answer: z.object({ result: deployment }),
});

/** Closes a deployment; the device is then deployed nowhere. Fails: 404 unknown or not visible, 409 already closed. Source: CALL-107, OPEN-106. */
export const getCloseDeployment = call({
  method: 'GET',
  path: 'deployment/{id}/close',
  summary: 'Closes a deployment.',
  answer: z.object({ result: z.boolean() }),
  hasSideEffects: true,
});

/** Returns the active deployments at one location. Fails: 404 unknown or not visible. Source: CALL-108, OPEN-104. */
export const getDeploymentsAtLocation = call({
  method: 'GET',
  path: 'deployment/location/{id}',
  summary: 'Active deployments at a location.',
  query: pageQuery,
  answer: paged(deployment),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const deploymentCalls = {
  postDeployDevice,
  getDeploymentActions,
  getDeployment,
  getCloseDeployment,
  getDeploymentsAtLocation,
} as const;
