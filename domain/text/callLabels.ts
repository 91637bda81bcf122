import { wordText } from './labels.ts';

/**
 * What a person did with a call, by the call's name; and the events of a sign-in. A part of the table of labels with a file of its own, since it is needed where
 * the audit record is read alone. A test fails on a call with side effects or secrets without a label.
 */
const CALLS: Readonly<Record<string, string>> = {
  sign_in: 'Signed in',
  sign_in_failed: 'Failed to sign in',
  sign_in_locked: 'Locked out after failed sign-ins',
  sign_out: 'Logged out',
  'setup --recover': 'Recovered an account on the server',
  'POST login_method': 'Began to sign in',
  'POST me': 'Proved the second factor',
  'POST users/setup_mfa': 'Began to set up MFA',
  'POST users/associate_code': 'Set up MFA',
  'POST users/update_mfa': 'Changed whether an account has MFA',
  'POST users/change_password': 'Changed the own password',
  'POST users/move_mfa': 'Began to move the own MFA',
  'POST users/confirm_move_mfa': 'Moved the own MFA',
  'POST users/create': 'Invited a person',
  'POST users/resend_invitation': 'Sent an invitation again',
  'POST users/revoke_invitation': 'Revoked an invitation',
  'POST users/update': 'Changed an account',
  'POST users/disable': 'Blocked an account',
  'POST users/enable': 'Unblocked an account',
  'POST users/delete': 'Deleted an account',
  'POST users/reset_password': 'Mailed a link for a new password',
  'GET machine/{serial}/take_control': 'Took control',
  'GET machine/{serial}/release_control': 'Released control',
  'GET machine/{serial}/stop_immediately': 'Stopped a device immediately',
  'GET machine/{serial}/upload_data/all': 'Uploaded all incident data',
  'GET machine/{serial}/upload_data/{incident}': 'Uploaded incident data',
  'GET machine/{serial}/validate_maps': 'Validated the maps of a device',
  'GET machine/{serial}/reload_config': 'Reloaded the configuration',
  'POST machine/{serial}/config': 'Changed a parameter',
  'GET machine/{serial}/treatments/sync': 'Synced treatments',
  'GET treatment/{id}/recalculate_stats': 'Recalculated the stats of a treatment',
  'GET treatment/{id}/delete_stats': 'Deleted the stats of a treatment',
  'POST create_device/{serial}': 'Added a device',
  'POST correct_device/{serial}': 'Corrected a device',
  'POST delete_device/{serial}': 'Removed a device',
  'POST update_device/{serial}': 'Changed a device',
  'POST update_device_type/{id}': 'Renamed a device type',
  'GET device/{serial}/decrypted': 'Read the secrets of a device',
  'GET device/{serial}/credentials': 'Read the credentials of a device',
  'GET device/{serial}/access_token': 'Downloaded an access token',
  'GET delete_credentials/{serial}': 'Deleted the credentials of a device',
  'POST generate_credentials/{serial}': 'Generated credentials of a device',
  'POST device/{serial}/deploy': 'Deployed a device',
  'GET deployment/{id}/close': 'Closed a deployment',
  'POST xenion/{serial}/maintenance/settings': 'Changed name or stage of a device',
  'GET xenion/{serial}/maintenance/deployment/{target}': 'Read SSH credentials',
  'POST xenion/{serial}/maintenance/deployment': 'Changed SSH credentials',
  'POST locations/create_location': 'Created a location',
  'POST locations/{id}/update_location': 'Changed a location',
  'GET locations/{id}/get_network_information': 'Read the network of a location',
  'POST locations/{id}/update_network_information': 'Changed the network of a location',
  'POST locations/{id}/delete_location': 'Removed a location',
  'POST locations/{id}/delete_greenhouse': 'Removed a greenhouse',
  'POST locations/{id}/delete_organisation': 'Removed an organisation',
  'POST locations/create_greenhouse': 'Created a greenhouse',
  'POST locations/{id}/update_greenhouse': 'Changed a greenhouse',
  'POST locations/create_organisation': 'Created an organisation',
  'POST locations/{id}/update_organisation': 'Changed an organisation',
  'POST map/{a}/{b}/upload': 'Uploaded a map',
  'POST xenion/error_codes/register': 'Added an error code',
  'POST xenion/error_codes/update': 'Changed the texts of an error code',
  'POST xenion/error_codes/delete_error_code': 'Removed an error code',
  'POST xenion/error_codes/import': 'Imported a file of error codes',
  'POST notifications/settings': 'Changed the own notifications',
  'GET incidents/post_processing/{id}/retry/{x}': 'Retried the post-processing of an incident',
  'GET nimbus/{x}/validate': 'Ran a validation',
};

/** Returns what a person did with a recorded call; an unknown one stays as it is. Source: LABEL1. */
export const callText = (call: string): string => (Object.hasOwn(CALLS, call) ? (CALLS[call] ?? call) : wordText(call));

/** The calls that a record may hold, with their texts, sorted by them: options of a filter. */
export const callChoices: readonly { readonly value: string; readonly label: string }[] = Object.entries(CALLS)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => (a.label < b.label ? -1 : 1));
