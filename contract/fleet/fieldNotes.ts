/**
 * Notes on message fields whose names are not self-explanatory: units, allowed words, and where the fields are shown. Keyed by message (its topic, data group
 * or kind), then by path: `[]` is an entry of a list, `*` one of a dictionary. They appear in AsyncAPI and in `docs/robots.md`. Source: ASYNC2.
 */
export const fieldNotes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  state: {
    sequence: 'counts up with each state, from any number after a restart',
    'state.battery_level': 'percent, 0 to 100',
    'state.current_node': 'the `id` of the lane or node on the map where it is',
    'state.current_pose_x': 'metres, in the coordinates of the map as `/device-data/maps/MAP_ID` has them',
    'state.current_pose_y': 'metres, as x',
    'state.current_pose_theta': 'radians, counter-clockwise from the x axis',
    'state.current_velocity': 'm/s',
    'state.error_code': '`0x` and 8 hex digits, as on Error Codes; empty without an error',
    'state.controller': 'the `controller` of the last `take_control`; empty after `release_control`, whose `controller` is null',
  },
  metrics: {
    'data.mileage': 'metres since it was built',
    'data.laneswitches': 'a count since it was built',
    'data.active_time': 'seconds at work since it was built',
    'data.uv_switches': 'how often the lamps were switched on since it was built',
    'data.uv_active_time': 'seconds with lamps on since it was built',
  },
  sw_version: {
    'data.software_status':
      '`True` is valid, `False`: its computers have different versions, `MissingExpected`, `PI_error`, `NUC_error`; another word says nothing',
    'data.software_manually_started': 'a warning is shown instead of the status',
  },
  sim_info: {
    'data.ctd_data_usage': 'bytes in this period of the plan',
    data: 'null without a SIM; any words in `status` and `rate_plan`',
  },
  map_data: {
    'data.*': 'by the id of the map',
    'data.*.version': 'the nine parts of the map, as `/device-data` has them',
    'data.*.errors': 'why it is not valid, by any name',
  },
  state_data: {
    'data.has_wifi': 'without it nobody can ask for all incident data',
    'data.site/site_id': 'the id of the map that it drives on',
    'data.site/site_version': 'the first of the nine parts',
  },
  active_treatment: {
    'data.settings.mission_id': 'the name of the mission, as people read it',
    'data.jobs': 'as in `treatment`, without light',
  },
  treatment: {
    part: 'from 1 to `parts`',
    parts: 'at most 16',
    'data.mission_id': 'the name of the mission, as people read it',
    'data.treatment_type': 'any word, shown as it is: `UV`',
    'data.total_asked': 'lanes of the mission',
    'data.total_treated': 'lanes of them that are completed',
    'data.total_failed': 'lanes of them that failed',
    'data.reached_end': 'whether it came to the end of its mission; partially completed without it is a warning',
    'data.version': 'of this format; 3 is the one with light, without it 2 is meant',
    'data.map_version': 'the nine parts of the map, as `/device-data` has them; without it the newest plan is shown',
    'data.jobs[].job_type': '`uv_treatment`, or `waiting - SECONDS`; another word is kept',
    'data.jobs[].object_id': 'the `id` of the lane on the map',
    'data.jobs[].gutter': 'shown with a failed lane',
    'data.jobs[].treatment_time': 'seconds of light',
    'data.dosage_unit': 'of the dosages: `ml/m²`; without it J/m² where the treatment gives light',
    'data.jobs[].dosage': 'in `dosage_unit`, else J/m² of light',
  },
  event: {
    data: 'anything, shown by name; a `no_recovery_reason` of an event with a treatment as its `action` stands under Reasons for no recovery',
    action: '`incident_id` or `treatment_id`: what the link of the event opens',
  },
  file: { timestamp: 'when the file began' },
  incident: {
    time: 'when it happened, the same in each report of it',
    node_id: 'the `id` of the lane, or of a node beside the lanes',
    x: 'metres, as in a state; where it is shown on the map',
    y: 'metres',
  },
  configuration: {
    file_names: 'all files in their order; one that is not named is removed, without the list nothing is',
    part: 'from 1 to `parts`',
    parts: 'at most 16',
    'config.*': 'by the name of the parameter: what people read, and `config_name` of the command `config`',
    'config.*.model.command_name': 'found by the search of the screen, else not used',
    'config.*.model.group':
      'a name, a dash and `GREEN`, `YELLOW`, `ORANGE` or `RED`: everybody sees it, support sets all but RED; another colour nobody sees',
    'config.*.model.min': 'the least value, itself allowed',
    'config.*.model.max': 'the greatest value, itself allowed',
  },
  command: {
    expires_in_ms: 'null for a stop',
    epoch: 'an integer that rises with each change of control; null for a stop and for what the server itself asks',
    controller: 'of `take_control` and `release_control`',
  },
  notice: { fields_in_all: '`fields` has 20 at most', more_since_the_last: 'notices that were not sent' },
};
