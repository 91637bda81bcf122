import type { NatsConnection } from '@nats-io/transport-node';

/** Tracks whether NATS is connected: messages that are sent while it is disconnected would arrive late. `onChange` is called when the state changes. */
export function watchConnection(connection: NatsConnection, onChange: (isConnected: boolean) => void = () => undefined): () => boolean {
  let isConnected = true;
  const watch = async () => {
    for await (const { type } of connection.status()) {
      if (type !== 'disconnect' && type !== 'reconnect') continue;
      isConnected = type === 'reconnect';
      onChange(isConnected);
    }
  };
  // The iterator ends with the connection.
  void watch().catch(() => undefined);
  return () => isConnected && !connection.isClosed();
}
