import {
  getCommands,
  getReleaseControl,
  getReloadConfig,
  getStopImmediately,
  getTakeControl,
  getUploadAllData,
  getUploadData,
  getValidateMaps,
  getWait,
} from './command.ts';
import { getConfig, getConfigChanges, getConfigCompare, getConfigDownload, postConfig } from './configuration.ts';
import { getAllDevices, getAllDeviceTypes, getAllLifeCycleStages, getDevice, postUpdateDevice } from './device.ts';
import { getEvents, getLogs } from './deviceEvent.ts';
import { getErrorCodes } from './errorCode.ts';
import { getLocales, postAssociateCode, postLoginMethod, postSetupMfa } from './identity.ts';
import {
  getActiveTreatment,
  getErrorOverview,
  getMachines,
  getMapData,
  getRawState,
  getRpState,
  getSimInfo,
  getStateData,
  getSwVersion,
} from './machine.ts';
import { getMaintenanceDeployment, getMaintenanceSettings, postMaintenanceDeployment, postMaintenanceSettings } from './maintenance.ts';
import { getMapGeojson } from './map.ts';
import { getMetrics, getTotalMetrics } from './metrics.ts';
import { getMobilePushState, getNotificationSettings, postNotificationSettings } from './notification.ts';
import { getDeployments, getGreenhouses, getLocations, getOrganisation, getOrganisations } from './place.ts';
import { getTreatmentAll, getTreatmentDownload, getTreatmentsLastDay, getTreatmentsSync } from './treatment.ts';

/** Every call there is: the server registers exactly these, and a handler that is missing does not compile. */
export const calls = {
  postLoginMethod,
  postSetupMfa,
  postAssociateCode,
  getLocales,
  getMachines,
  getRawState,
  getRpState,
  getSwVersion,
  getSimInfo,
  getMapData,
  getActiveTreatment,
  getErrorOverview,
  getStateData,
  getEvents,
  getLogs,
  getMetrics,
  getTotalMetrics,
  getTreatmentsLastDay,
  getTreatmentAll,
  getTreatmentDownload,
  getTreatmentsSync,
  getAllDevices,
  getDevice,
  getAllLifeCycleStages,
  getAllDeviceTypes,
  postUpdateDevice,
  getMaintenanceSettings,
  postMaintenanceSettings,
  getMaintenanceDeployment,
  postMaintenanceDeployment,
  getDeployments,
  getLocations,
  getGreenhouses,
  getOrganisations,
  getOrganisation,
  getMapGeojson,
  getErrorCodes,
  getNotificationSettings,
  postNotificationSettings,
  getMobilePushState,
  getTakeControl,
  getReleaseControl,
  getStopImmediately,
  getUploadAllData,
  getUploadData,
  getValidateMaps,
  getReloadConfig,
  getWait,
  getCommands,
  getConfig,
  postConfig,
  getConfigCompare,
  getConfigDownload,
  getConfigChanges,
} as const;
/** The key of a call in the table. */
export type CallName = keyof typeof calls;
