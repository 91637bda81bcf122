/** The options with which the server's own MQTT connections to a broker reconnect until they are closed, also after the broker has refused them. */
export const reconnecting = {
  reconnectPeriod: 1_000,
  // A broker may refuse for a while what it accepts later, as one that asks this server for its accounts does before the server listens.
  reconnectOnConnackError: true,
  connectTimeout: 5_000,
  queueQoSZero: false,
} as const;
