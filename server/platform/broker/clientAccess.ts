/** Authentication and authorisation of MQTT clients: which clients are accepted, and which topics they may publish and receive. */

import type { Socket } from 'node:net';
import type { Aedes, Client } from 'aedes';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { type SetTimer, withTimeout } from '../timers.ts';
import { isForeign, isPasswordOf, mayPublish, maySubscribe, SERVER_ACCOUNT } from './accounts.ts';
import type { BrokerFaults } from './brokerFaults.ts';
import { foreignTopic, ignored, refusedSubscription } from './brokerFaultTexts.ts';
import type { BrokerLimits, WaitingRoom } from './brokerLimits.ts';
import type { Entrance } from './entrance.ts';
import { DELIVERED } from './holds.ts';
import type { Intake } from './intake.ts';
import type { WantedCommands } from './wantedCommands.ts';

/** The clients of a broker: the connection of each client, and its account once that is known. */
export interface Clients {
  readonly opened: (client: Client, socket: Socket) => void;
  readonly socketOf: (client: Client) => Socket | undefined;
  readonly identified: (client: Client, account: string) => void;
  /** Returns the account of a client; '' for an unknown client, and for the broker itself. */
  readonly accountOf: (client: Client | null) => string;
  readonly isServer: (client: Client | null) => boolean;
}

/** Creates an empty record of clients. */
export function createClients(): Clients {
  const accounts = new WeakMap<Client, string>();
  const sockets = new WeakMap<Client, Socket>();
  const accountOf = (client: Client | null) => (client === null ? '' : (accounts.get(client) ?? ''));
  return {
    opened: (client, socket) => void sockets.set(client, socket),
    socketOf: (client) => sockets.get(client),
    identified: (client, account) => void accounts.set(client, account),
    accountOf,
    isServer: (client) => accountOf(client) === SERVER_ACCOUNT,
  };
}

/** Dependencies of the function that decides which clients are accepted. */
interface AuthenticationParts {
  readonly secret: string;
  /** Returns whether a device may use this token as its password; null if that cannot be decided now. */
  readonly takesToken: (serial: string, token: string) => Promise<boolean | null>;
  readonly clients: Clients;
  readonly entrance: Entrance;
  readonly room: WaitingRoom;
  readonly limits: Pick<BrokerLimits, 'connectMs'>;
  readonly after: SetTimer;
  /** Called with the account and the client id of a refused client. */
  readonly refused: (username: string, clientId: string) => void;
}

/** CONNACK 3 is a temporary refusal, after which a device retries; it may treat 5, "Not authorized", as final. */
const unavailable = () => Object.assign(new Error('unavailable'), { returnCode: 3 as const });

/**
 * Returns the broker's function that authenticates clients: it accepts the server by its password, and a device by its password or token if its client id is
 * its serial.
 */
export function authentication(parts: AuthenticationParts): Aedes['authenticate'] {
  const { secret, takesToken, clients, entrance, room, limits, after, refused } = parts;
  const isKnown = async (account: string, clientId: string, password: Buffer) => {
    if (account === SERVER_ACCOUNT) return isPasswordOf(secret, account, password);
    if (clientId !== account) return false;
    return isPasswordOf(secret, account, password) || takesToken(account, password.toString('utf8'));
  };
  return (client, username, password, done) => {
    const socket = clients.socketOf(client);
    if (username === undefined || password === undefined || socket === undefined) return done(null, false);
    entrance.enter(username, client, socket);
    // The answer must be sent before the connection times out.
    void withTimeout(isKnown(username, client.id, password), limits.connectMs * 0.8, after)
      .catch(() => null)
      .then((known) => {
        if (known === null || entrance.isCut(client)) return done(unavailable(), null);
        // The client leaves the waiting room here and not at its next packet, because a client that only listens, or the server between two commands, sends
        // none.
        if (known) room.leave(socket);
        if (known) clients.identified(client, username);
        else refused(username, client.id);
        return done(null, known);
      });
  };
}

/** Dependencies of the functions that decide what a client may publish and receive. */
interface AuthorisationParts {
  readonly clients: Clients;
  readonly faults: BrokerFaults;
  /** Takes over the messages of devices. */
  readonly intake: Intake;
  readonly wanted: WantedCommands;
}

const notAllowed = (what: string) => new Error(`not allowed: ${what}`);

/**
 * Returns the broker's functions that authorise clients: topics that they may publish, subscribe to and receive. A message of a device is passed to the intake.
 */
export function authorisation({ clients, faults, intake, wanted }: AuthorisationParts) {
  const { accountOf, isServer } = clients;
  return {
    authorizePublish: (client, packet, done) => {
      // A message without a client is the broker's own.
      if (client === null) return done();
      const account = accountOf(client);
      if (isServer(client) && packet.retain) return done(notAllowed('a retained message'));
      if (isForeign(account, packet.topic))
        return faults.closing(client, foreignTopic(packet), () => done(notAllowed("not this account's topic")));
      if (packet.retain || !mayPublish(account, packet.topic)) {
        faults.report(client, ignored(packet));
        packet.retain = false;
        packet.topic = DELIVERED;
        return done();
      }
      if (isServer(client)) wanted.note(packet.payload);
      else intake(client, packet);
      return done();
    },
    // Called for each delivery, including those from the queue of a resumed session.
    authorizeForward: (client, packet) => {
      const isOld = packet.topic === deviceTopic(client.id, 'command') && !wanted.isWanted(packet.payload);
      return isOld || faults.isInTheWay(client, packet.topic) ? undefined : packet;
    },
    authorizeSubscribe: (client, subscription, done) => {
      const isAllowed = maySubscribe(accountOf(client), subscription.topic);
      if (!isAllowed && accountOf(client) !== '') faults.report(client, refusedSubscription(subscription.topic));
      done(null, isAllowed ? subscription : null);
    },
  } satisfies Partial<Aedes>;
}
