/** The query parameter that names the device of a page. */
export const DEVICE_SERIAL = 'device_serial';

/** The pages of one device, after `/device/`. */
type DevicePageName = 'detail' | 'commands' | 'events' | 'treatments';

/** Returns the link to a page of a device; its state unless another one is named. */
export const deviceLink = (serial: string, page: DevicePageName = 'detail'): string =>
  `/device/${page}?${DEVICE_SERIAL}=${encodeURIComponent(serial)}`;

/** Returns the link to what is managed of a device: name, stage, deployment, metadata, credentials. Source: MGMT-009. */
export const deviceInfoLink = (serial: string): string => `/management/device_info?${DEVICE_SERIAL}=${encodeURIComponent(serial)}`;

/** Returns the link to how a device connects and how its messages were read. Source: CONN2. */
export const connectionLink = (serial: string): string => `${deviceInfoLink(serial)}&tab=connection`;

/** Returns whether a route shows one device, named in the address. */
export const isOfDevice = (path: string): boolean => path.startsWith('/device/') || path === '/management/device_info';
