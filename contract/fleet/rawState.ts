/** Path of the newest state of one device. Here without schemas, so that a worker loads the name of the call without the schema library. */
export const RAW_STATE_PATH = 'machine/{serial}/raw_state';
/** The call's name: the source of an event that does not prove a device's presence, since it also answers for devices that are gone. */
export const RAW_STATE_CALL = `GET ${RAW_STATE_PATH}`;
