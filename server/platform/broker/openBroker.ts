import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Aedes } from 'aedes';
import { messageLimits } from '#contract/messages/messageLimits';
import { type SetTimer, afterTimer } from '../timers.ts';
import { type BrokerFaults, createBrokerFaults } from './brokerFaults.ts';
import { tooLong } from './brokerFaultTexts.ts';
import { type BrokerLimits, createAllowances, createWaitingRoom, usualLimits } from './brokerLimits.ts';
import { authentication, authorisation, type Clients, createClients } from './clientAccess.ts';
import { type ConnectedDevices, watchDevices } from './connectedDevices.ts';
import { type ConnectionReasons, createRefusalReports, type OnConnection, watchReasons } from './connectionReasons.ts';
import { createEntrance } from './entrance.ts';
import { gatedSocket } from './gatedSocket.ts';
import { createIntake, type GatewayHooks } from './intake.ts';
import { type Certificate, listen } from './listeners.ts';
import { createWantedCommands } from './wantedCommands.ts';
import { createWebSockets, type WebSockets } from './webSockets.ts';

/** A running broker. */
export interface OpenBroker extends Pick<ConnectedDevices, 'disconnect' | 'notify' | 'deliver'> {
  /** The URL for the server: `mqtt://127.0.0.1:port`, without credentials. */
  readonly url: string;
  /** The port for devices. */
  readonly port: number;
  /** The port for the server: the port for devices, or a separate loopback port if devices need TLS. */
  readonly innerPort: number;
  /** Uses another certificate from now on; open connections are kept. */
  readonly renew: (certificate: Certificate) => void;
  /** The part for clients whose connections were accepted by the HTTP server. */
  readonly webSockets: WebSockets;
  readonly stop: () => Promise<void>;
}

const LOOPBACK = '127.0.0.1';

export interface BrokerOptions {
  readonly secret: string;
  /** The address on which the broker listens. Default: loopback. */
  readonly host?: string;
  /** Port for devices. Default: a free port. */
  readonly port?: number;
  /** With a certificate, devices need TLS and the server has a separate listener. Default: none. */
  readonly certificate?: Certificate;
  /** Port of the server's separate listener. Default: a free one. */
  readonly innerPort?: number;
  /** Makes the broker a gateway to a stream. Default: the server subscribes to the messages of devices. */
  readonly gateway?: GatewayHooks;
  /** Returns whether a device may use this token as its password; null if that cannot be decided now. Default: there are no tokens. */
  readonly takesToken?: (serial: string, token: string) => Promise<boolean | null>;
  /** Called for each outcome of a device's connection: connected, disconnected with the reason, or refused for a client with its name. */
  readonly onConnection?: OnConnection;
  readonly limits?: BrokerLimits;
  readonly now: () => number;
  /** A monotonic clock, in ms. Default: the clock of this process. */
  readonly elapsed?: () => number;
  /** Default: timers of this process. */
  readonly after?: SetTimer;
}

/** Dependencies of the gate between a connection and the broker. */
interface GateParts {
  readonly clients: Clients;
  readonly devices: Pick<ConnectedDevices, 'isPresent'>;
  readonly faults: BrokerFaults;
  readonly reasons: ConnectionReasons;
  readonly limits: BrokerLimits;
  readonly now: () => number;
  readonly elapsed: () => number;
  readonly after: SetTimer;
}

/** Returns the function that passes a connection to the broker, with limits on the size and rate of its packets and on its idle time. */
function gateTo(broker: Aedes, { clients, devices, faults, reasons, limits, now, elapsed, after }: GateParts) {
  const allow = createAllowances(limits, now);
  return (stream: Duplex, socket: Socket) => {
    const account = () => clients.accountOf(client);
    const client = broker.handle(
      gatedSocket(stream, {
        maxPacket: () => (account() === '' ? limits.connectBytes : limits.packetBytes),
        take: (packets, bytes) => (account() === '' || clients.isServer(client) ? 0 : allow(account(), packets, bytes)),
        // Before its CONNECT packet, the client is unknown and cannot be notified.
        tooLong: (bytes, close) =>
          devices.isPresent(client) ? faults.closing(client, tooLong(bytes, limits.packetBytes), close) : close(),
        quietMs: limits.quietMs,
        tooQuiet: (close) => {
          reasons.note(client, `nothing came within ${limits.quietMs / 1_000} s`);
          close();
        },
        after,
        elapsed,
      }),
    );
    clients.opened(client, socket);
  };
}

/** Creates the broker itself, without listeners. */
const createBroker = (limits: BrokerLimits) =>
  Aedes.createBroker({
    maxInflightInbound: messageLimits.unreleased,
    // The emitter has no message queue, because it drains a queue by recursion, which would overflow the stack.
    concurrency: 0,
    connectTimeout: limits.connectMs,
    maxClientsIdLength: 200,
  });

/**
 * Opens an MQTT 3.1.1 broker. The serial of a device is both its client id and its account, so no other client can take over its connection. Retained
 * messages and unknown topics are ignored. A message of a device with QoS 1 is acknowledged after the server, or the stream of a gateway, has
 * acknowledged it.
 */
export async function openBroker(options: BrokerOptions): Promise<OpenBroker> {
  const { secret, now, host = LOOPBACK, port = 0, certificate = null, innerPort = 0, gateway } = options;
  const { onConnection = () => undefined, takesToken = () => Promise.resolve(false) } = options;
  const { limits = usualLimits, elapsed = () => performance.now(), after = afterTimer } = options;
  const broker = await createBroker(limits);
  const clients = createClients();
  const wanted = createWantedCommands(elapsed);
  const room = createWaitingRoom(limits, after);
  const entrance = createEntrance();
  const reasons = watchReasons(broker);
  const publishLog = (topic: string, payload: Buffer) => {
    if (gateway !== undefined) return void gateway.store({ topic, payload });
    return broker.publish({ cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false }, () => undefined);
  };
  const faults = createBrokerFaults(broker, publishLog, now, after, reasons.note);
  const intake = createIntake(broker, clients.isServer, gateway, faults);
  const devices = watchDevices(broker, { clients, entrance, reasons, wanted, gateway, onConnection, after });
  const refused = createRefusalReports(onConnection, now);
  Object.assign(broker, authorisation({ clients, faults, intake, wanted }));
  broker.authenticate = authentication({ secret, takesToken, clients, entrance, room, limits, after, refused });
  // A refused client is disconnected; nothing else is affected.
  broker.on('connectionError', () => undefined);

  const take = gateTo(broker, { clients, devices, faults, reasons, limits, now, elapsed, after });
  const shared = { handshakeMs: limits.connectMs, enter: (socket: Socket) => room.enter(socket), take };
  const outer = await listen({ ...shared, host, port, certificate });
  const inner = certificate === null ? outer : await listen({ ...shared, host: LOOPBACK, port: innerPort, certificate: null });
  const webSockets = createWebSockets(shared);
  return {
    url: `mqtt://${LOOPBACK}:${inner.port}`,
    port: outer.port,
    innerPort: inner.port,
    renew: outer.renew,
    webSockets,
    disconnect: devices.disconnect,
    notify: devices.notify,
    deliver: devices.deliver,
    stop: async () => {
      webSockets.close();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      await Promise.all([...new Set([outer, inner])].map((listener) => listener.close()));
    },
  };
}
