import type { NatsConnection } from '@nats-io/transport-node';

/** Watches whether NATS is connected: what is sent while it is not would arrive late. */
export function watchConnection(connection: NatsConnection, onReconnect: () => void = () => undefined): () => boolean {
  let isConnected = true;
  const watch = async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') isConnected = false;
      if (type !== 'reconnect') continue;
      isConnected = true;
      onReconnect();
    }
  };
  // It ends with the connection.
  void watch().catch(() => undefined);
  return () => isConnected && !connection.isClosed();
}
