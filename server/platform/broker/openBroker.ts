import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Aedes, type Client, type PublishPacket } from 'aedes';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { messageLimits } from '#contract/messages/messageLimits';
import { isForeign, isPasswordOf, mayPublish, maySubscribe, SERVER_ACCOUNT } from './accounts.ts';
import { type After, afterTimer, within } from '../timers.ts';
import { createBrokerFaults } from './brokerFaults.ts';
import { foreignTopic, ignored, refusedSubscription, tooLong } from './brokerFaultTexts.ts';
import { type BrokerLimits, createAllowances, createWaitingRoom, usualLimits } from './brokerLimits.ts';
import { createEntrance } from './entrance.ts';
import { gatedSocket } from './gatedSocket.ts';
import { DELIVERED } from './holds.ts';
import { createIntake, type GatewayHooks } from './intake.ts';
import { type Certificate, listen } from './listeners.ts';
import { createRefusals, type OnConnection, watchReasons } from './connectionReasons.ts';
import { createWantedCommands } from './wantedCommands.ts';
import { createWebSockets, type WebSockets } from './webSockets.ts';

/** A running broker. */
export interface OpenBroker {
  /** Where the server reaches it: `mqtt://127.0.0.1:port`, without credentials. */
  readonly url: string;
  /** Where devices connect. */
  readonly port: number;
  /** Where the server connects: the port of devices, or one of its own on loopback where devices need TLS. */
  readonly innerPort: number;
  /** Shows another certificate from now on; open connections stay. */
  readonly renew: (certificate: Certificate) => void;
  /** Clients whose connections come from the HTTP server. */
  readonly webSockets: WebSockets;
  /** Ends the connection of a device. */
  readonly disconnect: (serial: string) => void;
  /** Sends a notice to a device that is connected and listens for them; it is dropped where others wait. */
  readonly notify: (serial: string, payload: Uint8Array) => void;
  /** Hands a command to a connected device; resolves with false when it is not connected, or has not subscribed to its commands yet. */
  readonly deliver: (serial: string, payload: Uint8Array) => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/**
 * A device that has not subscribed to its commands this long after it connected, in ms, is subscribed by the broker: a library may first send again all
 * that was not acknowledged, one message after the other, while a stop would not arrive.
 */
const SUBSCRIBES_WITHIN_MS = 250;

export interface BrokerOptions {
  readonly secret: string;
  /** Address that it listens on. Default: loopback. */
  readonly host?: string;
  /** Default: a free one. */
  readonly port?: number;
  /** With it devices need TLS, and the server has a listener of its own. Default: none. */
  readonly certificate?: Certificate;
  /** Port of the server's own listener. Default: a free one. */
  readonly innerPort?: number;
  /** Makes it a gateway to a stream. Default: the server subscribes to the messages of the devices. */
  readonly gateway?: GatewayHooks;
  /** Returns whether a device may use this token as its password; null where that cannot be decided now. Default: there are no tokens. */
  readonly takesToken?: (serial: string, token: string) => Promise<boolean | null>;
  /** Called when a device has connected, when it is gone and why, and when somebody was refused who used its name. */
  readonly onConnection?: OnConnection;
  readonly limits?: BrokerLimits;
  readonly now: () => number;
  /** A monotonic clock, ms. Default: of this process. */
  readonly elapsed?: () => number;
  /** Default: timers of this process. */
  readonly after?: After;
}

/** CONNACK 3: a passing state, after which a device tries again; 5 "Not authorized" may be final for it. */
const unavailable = () => Object.assign(new Error('unavailable'), { returnCode: 3 as const });

const notAllowed = (what: string) => new Error(`not allowed: ${what}`);

/**
 * Opens an MQTT 3.1.1 broker. The client id of a device is its serial, as is its account: nobody can take over the connection of another
 * one. Retained messages and unknown topics are ignored. A message of a device with QoS 1 is acknowledged when the server has acknowledged it, or the stream
 * of a gateway.
 */
export async function openBroker(options: BrokerOptions): Promise<OpenBroker> {
  const {
    secret,
    now,
    host = LOOPBACK,
    port = 0,
    certificate = null,
    innerPort = 0,
    gateway,
    onConnection = () => undefined,
    takesToken = () => Promise.resolve(false),
    limits = usualLimits,
    elapsed = () => performance.now(),
    after = afterTimer,
  } = options;
  const accounts = new WeakMap<object, string>();
  const sockets = new WeakMap<object, Socket>();
  const accountOf = (client: Client | null) => (client === null ? '' : (accounts.get(client) ?? ''));
  const allow = createAllowances(limits, now);
  const wanted = createWantedCommands(elapsed);
  const room = createWaitingRoom(limits, after);
  const entrance = createEntrance();

  const isKnown = async (account: string, clientId: string, password: Buffer) => {
    if (account === SERVER_ACCOUNT) return isPasswordOf(secret, account, password);
    if (clientId !== account) return false;
    return isPasswordOf(secret, account, password) || takesToken(account, password.toString('utf8'));
  };
  const authorize = (client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void) => {
    const account = accountOf(client);
    // The broker's own messages.
    if (client === null) return done();
    if (account === SERVER_ACCOUNT && packet.retain) return done(notAllowed('a retained message'));
    if (isForeign(account, packet.topic))
      return faults.closing(client, foreignTopic(packet), () => done(notAllowed("not this account's topic")));
    if (packet.retain || !mayPublish(account, packet.topic)) {
      faults.report(client, ignored(packet));
      packet.retain = false;
      packet.topic = DELIVERED;
      return done();
    }
    if (account !== SERVER_ACCOUNT) intake(client, packet);
    else wanted.note(packet.payload);
    return done();
  };
  const broker = await Aedes.createBroker({
    maxInflightInbound: messageLimits.unreleased,
    // Without a queue of messages: the emitter drains one by recursion, which ends with the stack.
    concurrency: 0,
    connectTimeout: limits.connectMs,
    maxClientsIdLength: 200,
    authenticate: (client, username, password, done) => {
      const socket = sockets.get(client);
      if (username === undefined || password === undefined || socket === undefined) return done(null, false);
      entrance.enter(username, client, socket);
      // Answered before the connection is closed for its time.
      void within(isKnown(username, client.id, password), limits.connectMs * 0.8, after)
        .catch(() => null)
        .then((known) => {
          if (known === null || entrance.isCut(client)) return done(unavailable(), null);
          // Here and not at its next packet: a client that only listens, or the server between two commands, sends none.
          if (known) room.leave(socket);
          if (known) accounts.set(client, username);
          else refused(username, client.id);
          return done(null, known);
        });
    },
    authorizePublish: authorize,
    // Called for each delivery, also of what a session has in its queue since it was last connected.
    authorizeForward: (client, packet) => {
      const isOld = packet.topic === deviceTopic(client.id, 'command') && !wanted.isWanted(packet.payload);
      return isOld || faults.isInTheWay(client, packet.topic) ? undefined : packet;
    },
    authorizeSubscribe: (client, subscription, done) => {
      const isAllowed = maySubscribe(accountOf(client), subscription.topic);
      if (!isAllowed && accountOf(client) !== '') faults.report(client, refusedSubscription(subscription.topic));
      done(null, isAllowed ? subscription : null);
    },
  });
  const reasons = watchReasons(broker);
  const refused = createRefusals(onConnection, now);
  const publishLog = (topic: string, payload: Buffer) => {
    if (gateway !== undefined) return void gateway.store({ topic, payload });
    return broker.publish({ cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false }, () => undefined);
  };
  const faults = createBrokerFaults(broker, publishLog, now, after, reasons.note);
  const intake = createIntake(broker, (client) => accountOf(client) === SERVER_ACCOUNT, gateway, faults);
  const devices = new Map<string, Client>();
  const listening = new WeakSet<Client>();
  broker.on('subscribe', (_, client) => void listening.add(client));
  const subscribeToCommands = (client: Client) => {
    // Where the device has subscribed itself, this changes nothing.
    if (!client.closed) client.subscribe({ topic: deviceTopic(client.id, 'command'), qos: 1 }, () => undefined);
  };
  broker.on('clientReady', (client) => {
    entrance.leave(accountOf(client), client);
    if (entrance.isCut(client)) return client.close();
    const former = devices.get(client.id);
    if (former !== undefined && accountOf(client) !== SERVER_ACCOUNT)
      onConnection(client.id, 'disconnected', 'another client came with this serial');
    devices.set(client.id, client);
    if (accountOf(client) !== SERVER_ACCOUNT) {
      onConnection(client.id, 'connected', null);
      after(SUBSCRIBES_WITHIN_MS, () => subscribeToCommands(client));
    }
    gateway?.onConnected(client.id);
  });
  broker.on('clientDisconnect', (client) => {
    if (devices.get(client.id) !== client) return;
    devices.delete(client.id);
    onConnection(client.id, 'disconnected', reasons.of(client));
    gateway?.onGone(client.id);
  });
  // A refused client is disconnected; nothing else depends on it.
  broker.on('connectionError', () => undefined);

  const take = (stream: Duplex, socket: Socket) => {
    const account = () => accounts.get(client) ?? '';
    const client = broker.handle(
      gatedSocket(stream, {
        maxPacket: () => (account() === '' ? limits.connectBytes : limits.packetBytes),
        take: (packets, bytes) => {
          const isFree = account() === '' || account() === SERVER_ACCOUNT;
          return isFree ? 0 : allow(account(), packets, bytes);
        },
        // Before its CONNECT nobody knows whom to notify.
        tooLong: (bytes, close) =>
          devices.get(account()) === client ? faults.closing(client, tooLong(bytes, limits.packetBytes), close) : close(),
        after,
      }),
    );
    sockets.set(client, socket);
  };
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
    disconnect: (serial) => {
      entrance.cut(serial);
      const client = devices.get(serial);
      if (client === undefined) return;
      reasons.note(client, 'ended by the server: its token, its credentials or its deployment ended');
      client.close();
    },
    notify: (serial, payload) => {
      const packet = { cmd: 'publish' as const, topic: deviceTopic(serial, 'notice'), payload: Buffer.from(payload) };
      if (devices.has(serial)) broker.publish({ ...packet, qos: 0, retain: false, dup: false }, () => undefined);
    },
    deliver: (serial, payload) => {
      const topic = deviceTopic(serial, 'command');
      wanted.note(Buffer.from(payload));
      const packet = { cmd: 'publish' as const, topic, payload: Buffer.from(payload), qos: 1 as const, retain: false, dup: false };
      const client = devices.get(serial);
      // A session that continues has kept its subscription.
      const isHere = client?.closed === false && (listening.has(client) || !client.clean);
      return isHere ? new Promise((resolve) => broker.publish(packet, (error) => resolve(error == null))) : Promise.resolve(false);
    },
    stop: async () => {
      webSockets.close();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      await Promise.all([...new Set([outer, inner])].map((listener) => listener.close()));
    },
  };
}
