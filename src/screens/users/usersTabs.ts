/** The tabs of the page, verbatim. The first is shown unless the address names another. Source: USER-001..004, MSG-078. */
export const usersTabs = [
  { value: 'system_admins', label: 'System Admins' },
  { value: 'license_support_engineers', label: 'License Support Engineers' },
  { value: 'organisation_users', label: 'Organisation Users' },
  { value: 'manage_users', label: 'Manage Users' },
] as const;

/** The tab that the address names; a word nobody knows means the first. */
export const readTab = (said: string | null) => usersTabs.find(({ value }) => value === said)?.value ?? 'system_admins';
