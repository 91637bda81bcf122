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
import { getDeviceActions } from './deviceAction.ts';
import { getEvents, getLogs } from './deviceEvent.ts';
import { getErrorCodes } from './errorCode.ts';
import { getLocales, postAssociateCode, postLoginMethod, postSetupMfa } from './identity.ts';
import {
  getIncident,
  getIncidentErrorCodes,
  getIncidentFile,
  getIncidents,
  getIncidentsOfMachine,
  getIncidentsOfMap,
  getIncidentVideo,
  getRetryPostProcessing,
} from './incident.ts';
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
import {
  getCropState,
  getDeleteStats,
  getEventAnalysis,
  getRecalculateStats,
  getTreatmentAll,
  getTreatmentDetail,
  getTreatmentDownload,
  getTreatmentLayer,
  getTreatmentsLastDay,
  getTreatmentsSync,
} from './treatment.ts';
import { getValidate, getValidationResults } from './validation.ts';

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
  getTreatmentDetail,
  getRecalculateStats,
  getDeleteStats,
  getEventAnalysis,
  getTreatmentLayer,
  getCropState,
  getAllDevices,
  getDevice,
  getAllLifeCycleStages,
  getAllDeviceTypes,
  postUpdateDevice,
  getDeviceActions,
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
  getIncidents,
  getIncident,
  getIncidentErrorCodes,
  getIncidentsOfMachine,
  getIncidentsOfMap,
  getIncidentFile,
  getIncidentVideo,
  getRetryPostProcessing,
  getValidate,
  getValidationResults,
} as const;
/** The key of a call in the table. */
export type CallName = keyof typeof calls;
