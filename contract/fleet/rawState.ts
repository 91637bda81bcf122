/** The path and name of the call `raw_state`, without schemas, for the worker of the socket. */

/** The path of the newest state of one device. This file imports no schemas, so that a worker can load the path without the schema library. */
export const RAW_STATE_PATH = 'machine/{serial}/raw_state';
/**
 * The name of the call. An event from this source does not prove that a device is connected, since the call also returns the state of a disconnected device.
 */
export const RAW_STATE_CALL = `GET ${RAW_STATE_PATH}`;
