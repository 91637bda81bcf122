import { Buffer } from 'node:buffer';
import { Socket } from 'node:net';
import type { ConnectionKind } from './connectionReasons.ts';
import { openBroker, type OpenBroker } from './openBroker.ts';
import { openGatewayLink } from './gatewayLink.ts';
import { toBroker, type FromBroker, type ToBroker } from './brokerMessages.ts';

/**
 * The broker runs as a separate process: faults of devices cannot affect the server and its stop command. The broker ends with the server, even if the server
 * is killed.
 */
let broker: Promise<OpenBroker> | undefined;
let disconnectElsewhere: (serial: string) => void = () => undefined;
let asked = 0;
const questions = new Map<number, (isKnown: boolean | null) => void>();

const send = (message: FromBroker) => void process.send?.(message);

function takesToken(serial: string, token: string): Promise<boolean | null> {
  asked += 1;
  const id = asked;
  return new Promise((resolve) => {
    questions.set(id, resolve);
    send({ kind: 'token', id, serial, token });
  });
}

const deliver = async (serial: string, payload: Uint8Array) => (await broker)?.deliver(serial, payload) ?? false;
const notify = (serial: string, payload: Uint8Array) => void broker?.then((open) => open.notify(serial, payload));
const disconnect = (serial: string) => void broker?.then((open) => open.disconnect(serial));

/** Connections that were handed over but are still open in the server process; answering a request now could lose the next bytes of the client. */
const upgrades = new Map<number, { readonly socket: Socket; readonly headers: Readonly<Record<string, string>>; readonly head: Buffer }>();

function answerUpgrade(id: number): void {
  const upgrade = upgrades.get(id);
  upgrades.delete(id);
  if (upgrade === undefined) return;
  const { socket, headers, head } = upgrade;
  if (broker === undefined) socket.destroy();
  else
    void broker.then(
      ({ webSockets }) => webSockets.take(socket, headers, head),
      () => socket.destroy(),
    );
}

function openOne({ secret, host, port, innerPort, certificate, nats }: Extract<ToBroker, { kind: 'open' }>): Promise<OpenBroker> {
  const onConnection = (serial: string, change: ConnectionKind, reason: string | null) =>
    send({ kind: 'connection', serial, change, reason });
  const tls = certificate === null ? {} : { certificate, innerPort };
  const shared = { secret, host, port, ...tls, takesToken, onConnection, now: () => Date.now() };
  if (nats === null) return openBroker(shared);
  const link = openGatewayLink(nats, `orangery gateway ${process.pid}`, { deliver, disconnect, notify });
  ({ disconnectElsewhere } = link);
  return openBroker({
    ...shared,
    gateway: {
      store: link.store,
      onConnected: link.connected,
      onGone: link.remove,
      onResult: (serial, payload) => {
        send({ kind: 'result', serial, payload });
        link.showResult(serial, payload);
      },
    },
  });
}

process.on('message', (value, handle: unknown) => {
  const message = toBroker.parse(value);
  switch (message.kind) {
    case 'known':
      questions.get(message.id)?.(message.isKnown);
      questions.delete(message.id);
      return;
    case 'disconnect':
      disconnect(message.serial);
      disconnectElsewhere(message.serial);
      return;
    case 'command':
      void deliver(message.serial, Buffer.from(message.payload)).then((isHeld) => send({ kind: 'handed', id: message.id, isHeld }));
      return;
    case 'certificate':
      void broker?.then((open) => open.renew(message.certificate));
      return;
    case 'upgrade':
      // If the handle is missing, the connection was closed meanwhile.
      if (handle instanceof Socket)
        upgrades.set(message.id, { socket: handle, headers: message.headers, head: Buffer.from(message.head, 'base64') });
      return;
    case 'answer':
      answerUpgrade(message.id);
      return;
    case 'endWebSockets':
      void broker?.then(({ webSockets }) => webSockets.close());
      return;
    case 'open':
      broker = openOne(message);
      broker.then(
        ({ port, innerPort }) => send({ kind: 'ready', port, innerPort }),
        (error: unknown) => send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
      );
      return;
    default:
      message satisfies never;
  }
});
process.on('disconnect', () => process.exit(0));
