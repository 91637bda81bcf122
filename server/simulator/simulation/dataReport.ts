/** Reports of data groups: software, SIM, maps, WiFi, identity, counters, active treatment and treatments. */

import type { DataMessage } from '#contract/messages/deviceMessage';
import type { AvailableMap } from '#contract/fleet/dataGroup';
import { TREATMENT_VERSION } from '#contract/fleet/treatment';
import { isTest, litJobs } from './uvLight.ts';
import type { RobotMessage } from './robotMessage.ts';
import { lanesOfMission } from './mission.ts';
import type { FinishedTreatment, Mission, Robot } from './robot.ts';

const instant = (ms: number) => new Date(ms).toISOString();

/** Builds the report of one data group. */
const dataMessage = (robot: Robot, body: DataMessage): RobotMessage => ({ serial: robot.build.serial, kind: 'data', body });

/** Returns the reports of rarely changing data: software, SIM, maps, wifi and site. `at` is ms since epoch. */
export function slowReports(robot: Robot, at: number): readonly RobotMessage[] {
  const { software, sim, hasWifi, mapId, mapVersion, clockOffsetMs } = robot.build;
  const time = instant(at + clockOffsetMs);
  const site = { has_wifi: hasWifi, 'site/site_id': mapId, 'site/site_version': mapVersion };
  return [
    dataMessage(robot, { data_group: 'sw_version', time, data: software }),
    dataMessage(robot, { data_group: 'sim_info', time, data: sim && { ...sim, ctd_data_usage: Math.round(robot.simUsage) } }),
    dataMessage(robot, { data_group: 'map_data', time, data: mapsOf(robot) }),
    dataMessage(robot, { data_group: 'state_data', time, data: site }),
  ];
}

/** Returns the identity report of a robot: type, revision, the components in its configuration, and its software. */
export function identityReport({ build, configuration }: Robot, at: number): RobotMessage {
  const named = Object.entries(configuration.values['platform.yaml'] ?? {}).flatMap(([name, value]) => {
    const [, component] = /^component_serials\/(.+)$/.exec(name) ?? [];
    return component === undefined ? [] : [[component, String(value)] as const];
  });
  const { software_version: version } = build.software;
  const body = {
    time: instant(at + build.clockOffsetMs),
    device_type: build.deviceType,
    hardware_revision: build.revision,
    components: Object.fromEntries(named),
    software: version == null ? {} : { robot: version },
  };
  return { serial: build.serial, kind: 'identity', body };
}

/** Returns the robot's maps: its own map is valid, an additional map is invalid with errors. */
function mapsOf({ build: { mapId, mapVersion, strayMap } }: Robot): Record<string, AvailableMap> {
  const errors = { gutter: 'gutter layer has no rows 118 to 121', checksum: 'checksum of layer UV does not match' };
  const stray = strayMap && { [strayMap.id]: { version: strayMap.version, valid: false, errors } };
  return { [mapId]: { version: mapVersion, valid: true, errors: null }, ...stray };
}

/** Returns the report of the lifetime counters. */
export function meterReport(robot: Robot, at: number): RobotMessage {
  const data = {
    mileage: Math.round(robot.meter.mileage),
    laneswitches: robot.meter.laneswitches,
    active_time: Math.round(robot.meter.active_time),
    uv_switches: robot.meter.uv_switches,
    uv_active_time: Math.round(robot.meter.uv_active_time),
  };
  return dataMessage(robot, { data_group: 'metrics', time: instant(at + robot.build.clockOffsetMs), data });
}

/** Returns the report of the active treatment; its data is null if there is no mission. */
export function activeReport(robot: Robot, at: number): RobotMessage {
  const time = instant(at + robot.build.clockOffsetMs);
  const { mission } = robot;
  const data = mission && {
    treatment_id: mission.treatmentId,
    settings: { mission_id: mission.missionId },
    start_time: mission.startAt === null ? null : instant(mission.startAt),
    creation_time: instant(mission.creationAt),
    jobs: [...mission.jobs],
  };
  return dataMessage(robot, { data_group: 'active_treatment', time, data });
}

/** Returns the version of the treatment format that the robot's software writes: the previous one before 5.12. */
const formOf = ({ build }: Robot) => ((build.software.software_version ?? '') < '5.12' ? TREATMENT_VERSION - 1 : TREATMENT_VERSION);

/** Returns the report of a running treatment (`ended` is null) or a finished one. */
export function treatmentReport(robot: Robot, mission: Mission, ended: FinishedTreatment | null, at: number): RobotMessage {
  const time = instant(at + robot.build.clockOffsetMs);
  const lanes = lanesOfMission(mission);
  const data = {
    treatment_id: mission.treatmentId,
    map_id: robot.build.mapId,
    mission_id: mission.missionId,
    treatment_type: 'UV',
    creation_time: instant(mission.creationAt),
    start_time: mission.startAt === null ? null : instant(mission.startAt),
    finish_time: ended && instant(ended.finishAt),
    finish_status: ended?.status ?? ('' as const),
    total_asked: lanes.asked,
    total_treated: lanes.treated,
    total_failed: lanes.failed,
    reached_end: lanes.reachedEnd,
    version: formOf(robot),
    map_version: robot.build.mapVersion,
    test_mission: isTest(mission),
    jobs: formOf(robot) < TREATMENT_VERSION ? [...mission.jobs] : litJobs(mission),
  };
  return dataMessage(robot, { data_group: 'treatment', time, data });
}
