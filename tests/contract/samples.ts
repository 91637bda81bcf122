import { REQUEST_ID_HEADER } from '#contract/call';
import type { CallName } from '#contract/catalogue/calls';
import { type Role, roles } from '#domain/people/rights';
import type { Asking } from '../support/client.ts';

/** How to ask a call about an object of the demo's organisation De Linde, of Hortus Noord, and about one that does not exist. */
export interface Sample {
  readonly mine: Asking;
  readonly foreign?: Asking;
  readonly unknown?: Asking;
  /** How one that does not exist is answered: 404 by default. */
  readonly unknownStatus?: number;
  /** How one's own is answered where it cannot be done again: 200 by default. */
  readonly mineStatus?: number;
  /** Whether the caller takes control first. */
  readonly inControl?: boolean;
  /** Whether people of an organisation are refused also for what is theirs. */
  readonly staffOnly?: boolean;
  /** Whether what its path names belongs to no organisation: there is nothing foreign. */
  readonly ofNobody?: boolean;
  /** The roles that may ask; everybody else is refused before the object is looked at. */
  readonly roles?: readonly Role[];
}

const serial = (value: string) => ({ params: { serial: value } });
const device: Sample = { mine: serial('LF-0140-23'), foreign: serial('DV-0105'), unknown: serial('DV-9999') };
const errors = (value: string) => ({ params: { serial: value, hours: '48' } });
const plan = (id: string, version: string) => ({ params: { id, version } });
const treatment = (id: string, extra: Readonly<Record<string, string>> = {}) => ({ params: { id, ...extra } });
const ofTreatment = (extra?: Readonly<Record<string, string>>): Sample => ({
  mine: treatment('of-LF-0140-23', extra),
  foreign: treatment('of-DV-0105', extra),
  unknown: treatment('of-nobody', extra),
});
const ofIncident = (params: (id: string) => Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}): Sample => ({
  mine: { params: params('i-LF-0140-23'), headers },
  foreign: { params: params('i-DV-0105'), headers },
  unknown: { params: params('i-nobody'), headers },
});
const NOTE = '11111111-1111-4111-8111-111111111111';
const noteBody = {
  get note_id() {
    return crypto.randomUUID();
  },
  get at() {
    return new Date().toISOString();
  },
  text: 'A box',
};
const ofIncidentNote = (params: (id: string) => Readonly<Record<string, string>>, body?: object): Sample => ({
  mine: { params: params('i-LF-0140-23'), body },
  foreign: { params: params('i-DV-0105'), body },
  unknown: { params: params('i-nobody'), body },
});
const crop = (map_id: string, map_version: string): Asking => ({ query: { map_id, map_version } });
let made = 0;
/** A device that is not there yet, each time it is read. */
const newDevice = (): Asking => {
  made += 1;
  return { ...serial(`SC-${made}`), body: { name: `Scout ${made}`, device_type: 'SCT01', hardware_revision_id: 'SCT01-R1' } };
};
/** A device type that is not there yet, each time it is read. */
const newType = (): Asking => {
  made += 1;
  return { params: { id: `TYPE_${made}` }, body: { name: `Type ${made}`, revisions: ['A'] } };
};
/** An error code that is not there yet, each time it is read. */
const newCode = (): Asking => {
  made += 1;
  return { body: { error_code: `0xf${String(made).padStart(7, '0')}`, description: { development: `sample ${made}` } } };
};
/** Somebody who has no account yet, each time it is read, invited to an organisation. */
const invited = (organisation_id: string): Asking => {
  made += 1;
  const person = { email: `sample.${made}@delinde.example`, name: 'Sample', family_name: 'Person', locale: 'nl-BE' };
  return { body: { ...person, user_type: 'organisation_user', organisation_id } };
};
/** Nobody is invited there. */
const ofInvited: Sample = { mine: { body: { email: 'nobody@delinde.example' } }, mineStatus: 404 };
/** Nobody has this account. */
const ofAccount = (more: object = {}): Sample => ({
  mine: { body: { email: 'nobody@delinde.example', ...more } },
  mineStatus: 404,
  roles: ['system_admin', 'organisation_admin'],
});
const ssh = (value: string, target = 'pi') => ({ params: { serial: value, target } });
const withBody = (sample: Sample, body: unknown): Sample => ({
  mine: { ...sample.mine, body },
  foreign: { ...sample.foreign, body },
  unknown: { ...sample.unknown, body },
});
const list: Sample = { mine: {} };
const ofLocation: Sample = { mine: treatment('loc-de-linde'), foreign: treatment('loc-hortus-noord'), unknown: treatment('loc-nowhere') };
const newLocation = (name: string, owned_by: string) => ({ name, address: '', owned_by, timezone: 'Europe/Brussels' });

const controlled: Sample = { ...device, inControl: true };
const onDevice = (extra: Readonly<Record<string, string>>): Sample => ({
  mine: { params: { serial: 'LF-0140-23', ...extra } },
  foreign: { params: { serial: 'DV-0105', ...extra } },
  unknown: { params: { serial: 'DV-9999', ...extra } },
});

const at_time = new Date().toISOString();
const lastHour = { from: new Date(Date.parse(at_time) - 3_600_000).toISOString(), to: at_time };
const seriesOf = (of: string): Asking => ({ query: { ...lastHour, serial: of, points: '200' } });
const pinOf = (serials: readonly string[]) => ({ id: crypto.randomUUID(), ...lastHour, serials, reason: 'The belt slips' });
const availabilityOf = (location_id: string): Asking => ({ query: { ...lastHour, group: 'device', location_id } });
const regionOf = (map_id: string): Asking => ({
  query: { ...lastHour, map_id, west: '0', south: '0', east: '5', north: '5', still_seconds: '60' },
});
const compared = (machine_serial_2: string): Asking => ({
  query: { machine_serial_1: 'LF-0140-23', at_time_machine_1: at_time, machine_serial_2, at_time_machine_2: at_time },
});
const zip = (machine_serial: string): Asking => ({ query: { machine_serial, at_time } });
const exported = (machine: string): Asking => ({
  body: { machine_list: [machine], start_time: '2026-01-01T00:00:00Z', end_time: at_time },
});
const edit = { file_name: 'navigation.yaml', config_name: 'docking_retries', new_value: 7 };

/** One sample for every existing call; a call without one does not compile. */
export const samples: { readonly [Name in CallName]: Sample } = {
  postLoginMethod: { mine: { body: { email: 'an.verhoeven@serrarobotics.example' } } },
  postSetupMfa: { mine: { body: { email: 'an.verhoeven@serrarobotics.example' } } },
  postAssociateCode: { mine: { body: { device_name: 'phone', code: '123456' } } },
  postUpdateMfa: { mine: { body: { email: 'hugo.maes@delinde.example', enable: true } } },
  postChangePassword: { mine: { body: { password: 'the one of now', new_password: 'four words of a garden' } } },
  postMoveMfa: { mine: { body: {} } },
  postConfirmMoveMfa: { mine: { body: { device_name: 'phone', current_code: '123456', code: '654321' } } },
  getLocales: list,
  postCreateLocale: { mine: { params: { id: 'nl-BE' }, body: { name: 'Nederlands' } }, mineStatus: 409, staffOnly: true, ofNobody: true },
  postUpdateLocale: { mine: { params: { id: 'nl-BE' }, body: { archived: false } }, staffOnly: true, ofNobody: true },
  postDeleteLocale: { mine: { params: { id: 'xx' }, body: {} }, mineStatus: 404, staffOnly: true, ofNobody: true },
  getMe: list,
  postMe: { mine: { body: { id_token: 'h.p.s' } } },
  getMachines: list,
  getRawState: device,
  getRpState: device,
  getSwVersion: device,
  getSimInfo: device,
  getMapData: device,
  getActiveTreatment: device,
  getErrorOverview: { mine: errors('LF-0140-23'), foreign: errors('DV-0105'), unknown: errors('DV-9999') },
  getStateData: device,
  getEvents: device,
  getHistoryIndex: { mine: { query: lastHour } },
  getHistoryBlock: { mine: { params: lastHour }, ofNobody: true },
  getHistoryEpisodes: { mine: { query: lastHour } },
  getHistoryActivity: { mine: { query: lastHour } },
  getHistoryAvailability: {
    mine: availabilityOf('loc-de-linde'),
    foreign: availabilityOf('loc-hortus-noord'),
    unknown: availabilityOf('loc-nowhere'),
  },
  getHistoryAvailabilitySheet: {
    mine: availabilityOf('loc-de-linde'),
    foreign: availabilityOf('loc-hortus-noord'),
    unknown: availabilityOf('loc-nowhere'),
  },
  getHistorySeries: { mine: seriesOf('LF-0140-23'), foreign: seriesOf('DV-0105'), unknown: seriesOf('DV-9999') },
  getHistoryRegion: { mine: regionOf('de-linde-2'), foreign: regionOf('hortus-noord-1'), unknown: regionOf('nowhere') },
  getBookmarks: list,
  postBookmark: {
    get mine() {
      return { body: { bookmark_id: crypto.randomUUID(), at: '2026-01-01T00:00:00.000Z', text: 'A box', is_shared: false } };
    },
  },
  postRemoveBookmark: { mine: { params: { bookmark_id: NOTE } }, mineStatus: 404, ofNobody: true },
  getKeptSpans: list,
  postPinSpan: {
    get mine() {
      return { body: pinOf(['LF-0140-23']) };
    },
    get foreign() {
      return { body: pinOf(['DV-0105']) };
    },
    get unknown() {
      return { body: pinOf(['DV-9999']) };
    },
  },
  postReleaseSpan: { mine: { params: { id: NOTE } }, mineStatus: 404, ofNobody: true },
  getAccountPolicy: list,
  postAccountPolicy: {
    mine: { body: { organisation_id: 'org-de-linde', is_on: true } },
    foreign: { body: { organisation_id: 'org-hortus-noord', is_on: true } },
    unknown: { body: { organisation_id: 'org-nowhere', is_on: true } },
    roles: ['system_admin', 'organisation_admin'],
  },
  postAccountNotice: { mine: { body: {} }, ofNobody: true },
  postAccountLines: { mine: { params: { session_id: NOTE }, body: { is_shared: false, lines: [] } }, mineStatus: 403, ofNobody: true },
  getSessionAccounts: list,
  getAccountLines: { mine: { params: { session_id: NOTE } }, mineStatus: 404, ofNobody: true },
  postRemoveAccount: { mine: { params: { session_id: NOTE } }, mineStatus: 404, ofNobody: true },
  postReviewEpisode: { mine: { body: { id: 'error LF-0140-23 2026-01-01T00:00:00.000Z', reviewed: true } }, mineStatus: 404 },
  getLogs: device,
  getLogFile: { ...onDevice({ database_id: 'none' }), mineStatus: 404 },
  getMetrics: list,
  getTotalMetrics: list,
  getTreatmentsLastDay: list,
  getTreatmentAll: { mine: { query: { per_page: 100 } } },
  getTreatmentsSync: device,
  getTreatmentDownload: ofTreatment(),
  getTreatmentDetail: ofTreatment(),
  getRecalculateStats: ofTreatment(),
  getDeleteStats: ofTreatment(),
  getEventAnalysis: ofTreatment(),
  getTreatmentLayer: ofTreatment({ layer: 'dosage' }),
  getCropState: { mine: crop('de-linde-2', '2.8.0'), foreign: crop('hortus-noord-1', '2.1.1'), unknown: crop('nowhere-1', '2.1.1') },
  // Its parameters and callers have tests of their own: the matrix sends JSON.
  postMapUpload: { mine: { params: { a: 'de-linde-2', b: '9.9.9' } }, mineStatus: 400, ofNobody: true },
  getAllDevices: list,
  getDevice: device,
  getAllLifeCycleStages: list,
  getAllDeviceTypes: list,
  postUpdateDevice: withBody(device, { life_cycle_stage: 'OPERATIONAL' }),
  postCreateDevice: {
    get mine() {
      return newDevice();
    },
    staffOnly: true,
    ofNobody: true,
  },
  postDeleteDevice: { mine: { ...serial('SC-0'), body: {} }, mineStatus: 404, staffOnly: true, ofNobody: true },
  postUpdateDeviceType: { mine: { params: { id: 'BUG01' }, body: { name: 'Buggy' } }, staffOnly: true, ofNobody: true },
  postCorrectDevice: { mine: { ...serial('SC-0'), body: { client_name: 'North' } }, mineStatus: 404, staffOnly: true, ofNobody: true },
  getFormerDevices: { mine: {} },
  getDeviceSims: { mine: {} },
  postDeviceSims: {
    mine: { body: { sims: [{ serial: 'LF-0140-23', customer: 'De Linde' }] } },
    foreign: { body: { sims: [{ serial: 'DV-0105', customer: 'De Linde' }] } },
    unknown: { body: { sims: [{ serial: 'DV-9999', customer: 'De Linde' }] } },
  },
  getDeviceConnection: device,
  postCreateDeviceType: {
    get mine() {
      return newType();
    },
    staffOnly: true,
    ofNobody: true,
  },
  postArchiveDeviceType: { mine: { params: { id: 'BUG01' }, body: { archived: false } }, staffOnly: true, ofNobody: true },
  postDeleteDeviceType: { mine: { params: { id: 'NONE' }, body: {} }, mineStatus: 404, staffOnly: true, ofNobody: true },
  postChangeRevision: {
    mine: { params: { id: 'BUG01' }, body: { revision_id: 'BUG01-R1', act: 'restore' } },
    staffOnly: true,
    ofNobody: true,
  },
  postMetadataSchema: {
    mine: { params: { id: 'BUG01' }, body: { metadata_schema: null, known: null } },
    staffOnly: true,
    ofNobody: true,
  },
  getDeviceActions: { mine: { query: { per_page: 100 } } },
  getDecryptedDevice: device,
  getDeviceCredentials: device,
  getDeviceAccessToken: device,
  getDeviceQrCode: device,
  getDeleteCredentials: { ...device, roles: ['system_admin'] },
  postGenerateCredentials: {
    mine: { ...device.mine, body: { algorithm_type: 'RSA2048' } },
    foreign: { ...serial('DV-0105'), body: { algorithm_type: 'NISTP256' } },
    unknown: { ...serial('DV-9999'), body: { algorithm_type: 'NISTP256' } },
  },
  postDeployDevice: { ...withBody(device, { location_id: 'loc-de-linde' }), mineStatus: 409 },
  getDeploymentActions: { mine: { query: { per_page: 100 } } },
  getDeployment: { mine: treatment('dep-lf-0140-23'), foreign: treatment('dep-dv-0105'), unknown: treatment('dep-nobody') },
  getCloseDeployment: {
    mine: treatment('closed-mine'),
    foreign: treatment('closed-theirs'),
    unknown: treatment('dep-nobody'),
    mineStatus: 409,
  },
  getDeploymentsAtLocation: { mine: treatment('loc-de-linde'), foreign: treatment('loc-hortus-noord'), unknown: treatment('loc-nowhere') },
  getMaintenanceSettings: device,
  postMaintenanceSettings: withBody(device, { settings: { life_cycle_stage: 'OPERATIONAL' } }),
  getMaintenanceDeployment: { mine: ssh('LF-0140-23'), foreign: ssh('DV-0105'), unknown: ssh('DV-9999') },
  postConfirmMaintenanceDeployment: withBody({ mine: ssh('LF-0140-23'), foreign: ssh('DV-0105'), unknown: ssh('DV-9999') }, {}),
  // Another computer than that of the other calls, which need its credentials.
  postDeleteMaintenanceDeployment: withBody(
    { mine: ssh('LF-0140-23', 'nuc'), foreign: ssh('DV-0105', 'nuc'), unknown: ssh('DV-9999', 'nuc') },
    {},
  ),
  postMaintenanceDeployment: withBody(device, { deployment: { router: { username: 'sample' } } }),
  getDeployments: { mine: { query: { per_page: 100 } } },
  getLocations: { mine: { query: { per_page: 100 } } },
  getGreenhouses: { mine: { query: { per_page: 100 } } },
  getOrganisations: { mine: { query: { per_page: 100 } } },
  getOrganisation: {
    mine: { params: { id: 'org-de-linde' } },
    foreign: { params: { id: 'org-hortus-noord' } },
    unknown: { params: { id: 'org-nowhere' } },
  },
  postCreateLocation: {
    mine: { body: newLocation('De Linde', 'org-de-linde') },
    foreign: { body: newLocation('Hortus Noord', 'org-hortus-noord') },
    unknown: { body: newLocation('Nowhere', 'org-nowhere') },
    unknownStatus: 400,
    mineStatus: 409,
  },
  postUpdateLocation: withBody(ofLocation, { client_name: 'Linde' }),
  postDeleteLocation: { ...withBody(ofLocation, {}), mineStatus: 409 },
  getNetworkInformation: ofLocation,
  postUpdateNetworkInformation: withBody(ofLocation, { wifi_ssid: 'kas', wifi_password: 'sample-password' }),
  postDeleteNetworkInformation: withBody(ofLocation, {}),
  getTimezones: list,
  postCreateGreenhouse: {
    mine: { body: { name: 'Kas 1', location_id: 'loc-de-linde' } },
    foreign: { body: { name: 'Kas 1', location_id: 'loc-hortus-noord' } },
    unknown: { body: { name: 'Kas 1', location_id: 'loc-nowhere' } },
    unknownStatus: 400,
    mineStatus: 409,
  },
  postUpdateGreenhouse: withBody(
    { mine: treatment('gh-de-linde-1'), foreign: treatment('gh-hortus-noord-1'), unknown: treatment('gh-nowhere-1') },
    { client_name: 'Linde 1' },
  ),
  postDeleteGreenhouse: {
    ...withBody({ mine: treatment('gh-de-linde-2'), foreign: treatment('gh-hortus-noord-1'), unknown: treatment('gh-nowhere-1') }, {}),
    mineStatus: 409,
  },
  getGreenhousesOfLocation: ofLocation,
  getGreenhouseByMap: {
    mine: { params: { mapId: 'de-linde-2' } },
    foreign: { params: { mapId: 'hortus-noord-1' } },
    unknown: { params: { mapId: 'nowhere-1' } },
    unknownStatus: 200,
  },
  postCreateOrganisation: { mine: { body: { name: 'De Linde Groep' } }, staffOnly: true, mineStatus: 409 },
  postUpdateOrganisation: withBody(
    { mine: treatment('org-de-linde'), foreign: treatment('org-hortus-noord'), unknown: treatment('org-nowhere') },
    { client_name: 'De Linde' },
  ),
  postDeleteOrganisation: {
    ...withBody({ mine: treatment('org-de-linde'), foreign: treatment('org-hortus-noord'), unknown: treatment('org-nowhere') }, {}),
    mineStatus: 409,
    staffOnly: true,
  },
  postArchive: {
    ...withBody(
      {
        mine: treatment('loc-de-linde', { kind: 'location' }),
        foreign: treatment('loc-hortus-noord', { kind: 'location' }),
        unknown: treatment('loc-nowhere', { kind: 'location' }),
      },
      { archived: true },
    ),
    mineStatus: 409,
  },
  postDeleteMap: {
    ...withBody({ mine: treatment('de-linde-2'), foreign: treatment('hortus-noord-1'), unknown: treatment('nowhere-1') }, {}),
    mineStatus: 409,
    staffOnly: true,
  },
  postDeleteMapVersion: {
    ...withBody({ mine: plan('de-linde-2', '2.8.0'), foreign: plan('hortus-noord-1', '2.1.1'), unknown: plan('nowhere-1', '2.1.1') }, {}),
    mineStatus: 409,
    staffOnly: true,
  },
  getAllMaps: { mine: { query: { per_page: 100 } } },
  getMapIds: list,
  getMapVersions: { mine: treatment('de-linde-2'), foreign: treatment('hortus-noord-1'), unknown: treatment('nowhere-1') },
  getMapDetail: { mine: treatment('de-linde-2'), foreign: treatment('hortus-noord-1'), unknown: treatment('nowhere-1') },
  getMapChangelog: { mine: plan('de-linde-2', '2.8.0'), foreign: plan('hortus-noord-1', '2.1.1'), unknown: plan('nowhere-1', '2.1.1') },
  getMapGeojson: { mine: plan('de-linde-2', '2.8.0'), foreign: plan('hortus-noord-1', '2.1.1'), unknown: plan('nowhere-1', '2.1.1') },
  getErrorCodes: list,
  postExplainErrorCodes: { mine: { body: { error_codes: ['0x01000001'] } } },
  postUpdateErrorCode: { mine: { body: { error_code: '0x0b000002', description: { development: 'network: wifi handover failed' } } } },
  postRegisterErrorCode: {
    get mine() {
      return newCode();
    },
  },
  postDeleteErrorCode: { mine: { body: { error_code: '0xffffffff' } }, mineStatus: 404 },
  getErrorCodesExport: { mine: { query: { language: 'nl' } } },
  getErrorCodesExportCheck: { mine: { query: { language: 'nl' } } },
  // The matrix sends JSON; its other inputs have tests of their own.
  postImportErrorCodes: { mine: {}, mineStatus: 400, ofNobody: true },
  getUsedErrorCodes: { mine: {}, staffOnly: true, ofNobody: true },
  getNotificationSettings: list,
  postNotificationSettings: { mine: { body: { 'LF-0140-23': { mobile_push: true } } } },
  getMobilePushState: list,
  getPushReceivers: list,
  postPushReceiver: {
    mine: {
      body: {
        endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/sample',
        keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
        label: 'Firefox',
      },
    },
  },
  postRemovePushReceiver: { mine: { body: { id: 'none' } }, mineStatus: 404 },
  postTestPush: { mine: { body: { id: 'none' } }, mineStatus: 404 },
  getTakeControl: device,
  getReleaseControl: controlled,
  getStopImmediately: device,
  getUploadAllData: controlled,
  getUploadData: { ...onDevice({ incident: 'i-LF-0140-23' }), inControl: true },
  getValidateMaps: controlled,
  getReloadConfig: controlled,
  getWait: onDevice({ event: 'take_control' }),
  getCommands: device,
  getConfig: device,
  postConfig: { ...withBody(device, edit), staffOnly: true },
  getConfigCompare: { mine: compared('LF-0141-23'), foreign: compared('DV-0105'), unknown: compared('DV-9999') },
  getConfigDownload: { mine: zip('LF-0140-23'), foreign: zip('DV-0105'), unknown: zip('DV-9999') },
  getConfigChanges: device,
  getIncidents: { mine: { query: { per_page: 100 } } },
  getIncident: { ...ofIncident((id) => ({ id })), unknownStatus: 200 },
  getIncidentLogs: ofIncident((id) => ({ id })),
  getIncidentNotes: ofIncident((id) => ({ id })),
  postIncidentNote: ofIncidentNote((id) => ({ id }), noteBody),
  // No sample writes a note that these could name.
  postChangeIncidentNote: { ...ofIncidentNote((id) => ({ id, note_id: NOTE }), { text: 'A box' }), mineStatus: 404 },
  postRemoveIncidentNote: { ...ofIncidentNote((id) => ({ id, note_id: NOTE })), mineStatus: 404 },
  getIncidentErrorCodes: list,
  getIncidentDays: { mine: { query: { start_time: lastHour.from, end_time: lastHour.to, timezone: 'Europe/Brussels' } } },
  getIncidentsOfMachine: device,
  getIncidentsOfMap: {
    mine: { params: { id: 'de-linde-2' } },
    foreign: { params: { id: 'maasdijk-2' } },
    unknown: { params: { id: 'nowhere-1' } },
    unknownStatus: 200,
  },
  postIncidentExport: { mine: exported('LF-0140-23'), foreign: exported('DV-0105'), unknown: exported('DV-9999') },
  getIncidentFile: ofIncident((id) => ({ a: 'rosparam', b: `${id}.json` })),
  getIncidentVideo: ofIncident((incident_id) => ({ incident_id })),
  getRetryPostProcessing: ofIncident((id) => ({ id, x: 'data_parsing' }), { [REQUEST_ID_HEADER]: 'the-same-try' }),
  getSystemAdmins: list,
  getLicenseSupportEngineers: list,
  getOrganisationUsers: {
    mine: { params: { organisation: 'org-de-linde' } },
    foreign: { params: { organisation: 'org-hortus-noord' } },
    unknown: { params: { organisation: 'org-nowhere' } },
  },
  postCreateUser: {
    get mine() {
      return invited('org-de-linde');
    },
    roles,
  },
  postResendInvitation: ofInvited,
  postRevokeInvitation: ofInvited,
  postUpdateUser: ofAccount({
    name: 'Jo',
    family_name: 'Maes',
    locale: 'nl-BE',
    user_type: 'organisation_user',
    organisation_id: 'org-de-linde',
  }),
  postDisableUser: ofAccount(),
  postEnableUser: ofAccount(),
  postResetPassword: ofAccount(),
  postChangeAddress: ofAccount({ new_email: 'somebody@delinde.example' }),
  postDeleteUser: ofAccount(),
  getValidate: { mine: { params: { x: 'cognito' } }, roles: ['system_admin'], ofNobody: true },
  getValidationResults: { mine: { params: { x: 'organisations' } }, roles: ['system_admin'], ofNobody: true },
  // Own people are recorded with what they asked about, foreign things too.
  getAuditLines: {
    mine: { query: { about: 'LF-0140-23', from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', per_page: 100 } },
    roles: ['system_admin', 'organisation_admin'],
  },
};
