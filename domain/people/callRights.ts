/** Rights: the right that each call needs, the roles that have it, and the text of a refusal. */

import type { Role } from './rights.ts';

/** The rights beyond viewing and controlling devices, which every user who sees a device has. */
export const rights = ['places', 'devices', 'secrets', 'error_codes'] as const;
/** One of the `rights`. */
export type Right = (typeof rights)[number];

/** The rights of each role. The rights of an organisation_admin apply to their own organisation. Source: design 12.18. */
const RIGHTS: Readonly<Record<Role, readonly Right[]>> = {
  system_admin: rights,
  license_support_engineer: rights,
  organisation_admin: ['places', 'devices', 'secrets'],
  organisation_user: [],
};

/** Returns the rights of a role; empty if there is no role. */
export const rightsOf = (role: Role | null): readonly Right[] => (role === null ? [] : RIGHTS[role]);

/** The right that each call needs, by its name; other calls need none of these rights. */
const NEEDED: Readonly<Record<string, Right>> = {
  'POST locations/create_location': 'places',
  'POST locations/{id}/update_location': 'places',
  'POST locations/{id}/delete_location': 'places',
  'POST locations/create_greenhouse': 'places',
  'POST locations/{id}/update_greenhouse': 'places',
  'POST locations/{id}/delete_greenhouse': 'places',
  'POST locations/{id}/update_organisation': 'places',
  'POST archive/{kind}/{id}': 'places',
  'POST update_device/{serial}': 'devices',
  'POST xenion/{serial}/maintenance/settings': 'devices',
  'POST device/{serial}/deploy': 'devices',
  'POST device_sims': 'devices',
  'GET deployment/{id}/close': 'devices',
  'POST generate_credentials/{serial}': 'devices',
  'GET device/{serial}/access_token': 'devices',
  'GET device_management/{serial}/connection': 'devices',
  'GET device/{serial}/decrypted': 'secrets',
  'GET device/{serial}/credentials': 'secrets',
  'GET xenion/{serial}/maintenance/deployment/{target}': 'secrets',
  'POST xenion/{serial}/maintenance/deployment': 'secrets',
  'POST xenion/{serial}/maintenance/deployment/{target}/confirm': 'secrets',
  'POST xenion/{serial}/maintenance/deployment/{target}/delete': 'secrets',
  'GET locations/{id}/get_network_information': 'secrets',
  'POST locations/{id}/update_network_information': 'secrets',
  'POST locations/{id}/delete_network_information': 'secrets',
  'POST xenion/error_codes/update': 'error_codes',
  'POST xenion/error_codes/register': 'error_codes',
  'POST xenion/error_codes/delete_error_code': 'error_codes',
  'POST xenion/error_codes/import': 'error_codes',
};

/** Returns the right that a call needs; undefined for a call that needs none. */
export const neededRight = (callName: string): Right | undefined => (Object.hasOwn(NEEDED, callName) ? NEEDED[callName] : undefined);

/** The refusal shown to a person who lacks a right. */
export const rightText: Readonly<Record<Right, string>> = {
  places: 'Places are for administrators to change.',
  devices: 'Names, stages, metadata, SIM data, deployments, credentials and access tokens of devices are for administrators.',
  secrets: 'Passwords of devices and networks are for administrators.',
  error_codes: 'Error codes are for the staff of the provider to change: all customers read them.',
};

/**
 * Returns why a person may not make a call; null if no rule forbids it. `own` are the rights that the server announced; if it announced none, nothing is
 * restricted here. Source: RIGHT2.
 */
export function callProblem(callName: string, own: readonly string[] | null | undefined): string | null {
  const right = neededRight(callName);
  return right === undefined || own == null || own.includes(right) ? null : rightText[right];
}
