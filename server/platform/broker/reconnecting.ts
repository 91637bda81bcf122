/** Options with which the server's own MQTT connections to a broker reconnect until they are closed, even after a refusal by the broker. */
export const reconnecting = {
  reconnectPeriod: 1_000,
  // A broker may refuse a connection that it accepts later, for example while the server that it queries for accounts does not listen yet.
  reconnectOnConnackError: true,
  connectTimeout: 5_000,
  queueQoSZero: false,
} as const;
