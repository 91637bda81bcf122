import type { NatsConnection } from '@nats-io/transport-node';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import type { Bus } from '../platform/bus/bus.ts';
import type { LiveReport } from '../fleet/liveReport.ts';
import type { CommandTimes } from '../commands/commandTimeouts.ts';
import type { AuditHead } from '../platform/audit/headFile.ts';
import type { Database } from '../platform/database/tables.ts';
import type { Identity } from '../identity/identity.ts';
import type { IngestAccount } from '../fleet/ingest/ingest.ts';
import type { RobotAddress } from '#contract/devices/deviceConnection';
import type { OnConnection } from '../platform/broker/connectionReasons.ts';
import type { Gateway } from '../platform/broker/startBroker.ts';
import type { AcceptUpgrade } from '../platform/http/upgrades.ts';
import type { Leases } from '../platform/instances/leases.ts';
import type { Settings } from '../platform/settings/settings.ts';

/** The dependencies of the server: settings, database, broker, identity. */
export interface ServerParts {
  readonly settings: Settings;
  readonly database: Kysely<Database>;
  /** Database connections that are reserved for stop commands. Default: those of `database`. */
  readonly stopDatabase?: Kysely<Database>;
  /** Database connections whose queries may take long. Default: those of `database`. */
  readonly slowDatabase?: Kysely<Database>;
  /** Database connections without a query timeout. Default: those of `database`. */
  readonly patientDatabase?: Kysely<Database>;
  /** The broker of the devices or, with `nats`, the gateway of this instance. */
  readonly mqtt: IngestAccount | Gateway;
  /** Ends the connection of a device whose tokens have ended. */
  readonly disconnectDevice: (serial: string) => void;
  /** Creates an account for a device on the broker with its new token, before the token is returned. Default: the broker asks the server about tokens. */
  readonly admitDevice?: (serial: string, token: string) => Promise<void>;
  /** Takes over the connections of devices that use MQTT over a WebSocket; `close` ends them. Default: such connections are not allowed. */
  readonly deviceUpgrades?: { readonly accept: AcceptUpgrade; readonly close: () => void };
  /** The devices that are connected to the broker of this instance. Default: unknown; then the messages of a device show whether it is connected. */
  readonly connectedDevices?: () => ReadonlySet<string>;
  /** Calls the listener for the outcomes of connections of devices to the broker of this instance. */
  readonly watchConnections?: (listener: OnConnection) => void;
  /** The address for robots. Default: unknown. */
  readonly robotAddresses?: readonly RobotAddress[];
  readonly identity: Identity;
  /** Encrypts stored credentials. */
  readonly credentialKey: KeyObject;
  /** Called with the last line of the audit record after each commit. */
  readonly onAuditEnd?: (end: AuditHead) => void;
  /** Folder of the built console. When it does not exist, only the API is served. */
  readonly consoleDir: string;
  readonly now: () => number;
  readonly log: Logger;
  /** Connects the instances; if missing, this instance is alone. */
  readonly nats?: NatsConnection;
  /** Carries reports to other instances. Default: NATS, or without `nats` this process alone. */
  readonly bus?: Bus<LiveReport>;
  /** Decides which instance ingests device reports and runs the other jobs that one instance does on behalf of all. Default: this one. */
  readonly leases?: Leases;
  /** Command timeouts. Default: `usualTimes`. */
  readonly commandTimes?: CommandTimes;
  /** Interval at which the tokens of open sockets are verified again, in ms. Default: 3 s. */
  readonly socketCheckMs?: number;
  /** Time for which collected metrics are reused, in ms. Default: 1 s. */
  readonly metricsMaxAgeMs?: number;
  /** Serves the console in development, instead of `consoleDir`. */
  readonly assets?: (app: FastifyInstance) => Promise<void>;
}
