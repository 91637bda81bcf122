/** Path and name of the call `raw_state`, without schemas: for the worker of the socket. */

/** The path of the newest state of one device. This file imports no schemas, so that a worker can load the path without the schema library. */
export const RAW_STATE_PATH = 'machine/{serial}/raw_state';
/** The call's name: the source of an event that does not prove a device's presence, since the call also answers for disconnected devices. */
export const RAW_STATE_CALL = `GET ${RAW_STATE_PATH}`;
