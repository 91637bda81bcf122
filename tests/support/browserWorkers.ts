/** How many files of browser tests run side by side, each with a product of its own; with parts outside there is one of them. */
export const browserWorkers = process.env['DATABASE_URL'] === undefined && process.env['MQTT_URL'] === undefined ? 2 : 1;
