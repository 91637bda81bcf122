/** All environment variables, parsed once at the start (`readSettings`), and the error `BadSetting`. */

import { isIP } from 'node:net';
import path from 'node:path';
import { documentedClaims } from '#contract/config';
import { writtenNumber, z } from '#contract/schema';
import { inEnglish } from '../schemaTexts.ts';
import { settingConflict } from './settingConflicts.ts';
import { directoryAddressOf } from './directoryAddress.ts';
import { accountOf, BAD_ACCOUNT } from './addressAccount.ts';
import { s3AddressOf } from './s3Address.ts';

const text = z.string().check(z.trim(), z.minLength(1));
const count = writtenNumber(z.int(), z.minimum(1));
/** Returns whether a text is an address or a subnet: `10.0.0.1`, `10.0.0.0/8`, `::1`. */
const isAddressOrSubnet = (value: string) => {
  const [address = '', bits = '0', ...rest] = value.trim().split('/');
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1);
};
const isNatsAddress = (value: string) => URL.canParse(value.trim()) && new URL(value.trim()).protocol === 'nats:';
/** A check that the account of each address is readable; another check rejects texts that are not addresses. */
const readableAccounts = z.refine<string>(
  (value) => value.split(',').every((one) => !URL.canParse(one.trim()) || accountOf(new URL(one.trim())) !== null),
  BAD_ACCOUNT,
);
const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((value) => value === 'true'),
);
/** 32 bytes in base64. */
const key = text.check(z.refine((value) => /^[\w+/]{43}=$/.test(value), 'must be 32 bytes in base64'));
const address = (protocols: readonly string[]) =>
  text.check(
    z.refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be an address beginning with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    ),
  );

/** The placeholders of an incident in the URL of a dashboard, in braces; the times are ten minutes before and after the incident, in ms since epoch. */
export const incidentWords = ['incident_id', 'serial', 'error_code', 'time', 'from_ms', 'to_ms'] as const;
const isWord = (name: string) => incidentWords.some((word) => word === name);
const template = address(['http:', 'https:']).check(
  z.refine(
    (value) => [...value.matchAll(/\{(.*?)\}/g)].every(([, name = '']) => isWord(name)),
    `may have ${incidentWords.map((word) => `{${word}}`).join(', ')} in it, and nothing else in braces`,
  ),
);

const environment = z.object({
  /** Port of console, API, WebSocket and sign-in. */
  PORT: z._default(writtenNumber(z.int(), z.minimum(1), z.maximum(65_535)), 8080),
  HOST: z._default(text, '127.0.0.1'),
  DATA_DIR: z._default(text, './data'),
  /** Listener of `/metrics`. Port 0 picks a free one, which is written to `running.json`. */
  METRICS_HOST: z._default(text, '127.0.0.1'),
  METRICS_PORT: z._default(writtenNumber(z.int(), z.minimum(0), z.maximum(65_535)), 0),
  /** Reverse proxies whose `X-Forwarded-*` headers are trusted: addresses or subnets, comma-separated. */
  TRUST_PROXY: z.optional(
    text.check(z.refine((value) => value.split(',').every(isAddressOrSubnet), 'must be addresses or subnets, comma-separated')),
  ),
  /** Further host names under which the server may be requested, comma-separated. */
  ALLOWED_HOSTS: z._default(z.string(), ''),
  /** Limits on the rate of requests, per second; a request above them gets 429. Stop has no limit. */
  REQUESTS_PER_ADDRESS: z._default(count, 1_000),
  REQUESTS_PER_PERSON: z._default(count, 200),
  /** Limit per minute on the sign-ins, and on the requests for a login method, of one network. */
  SIGN_INS_PER_NETWORK: z._default(count, 300),
  /** Maximum number of open sockets of consoles, and of open connections, per address. */
  SOCKETS_PER_PERSON: z._default(count, 10),
  SOCKETS_PER_ADDRESS: z._default(count, 1_000),
  /** Public URL of this server, used for sign-in redirects. Default `http://localhost:PORT`. */
  PUBLIC_URL: z.optional(address(['http:', 'https:'])),
  DATABASE_URL: z.optional(address(['postgres:', 'postgresql:'])),
  /**
   * Encryption key of stored credentials; default: a key file in the data folder. Instances on one database need the same key; required in
   * production with `DATABASE_URL`.
   */
  CREDENTIAL_KEY: z.optional(key),
  /** File with the end of the audit record, preferably on another volume. Default: `audit-head.json` in the data folder. */
  AUDIT_HEAD_FILE: z.optional(text),
  MQTT_URL: z.optional(address(['mqtt:', 'mqtts:']).check(readableAccounts)),
  /**
   * The listener for devices, unless `MQTT_URL` names a broker. Port 0 picks a free one, which is written to `running.json`. Default: 1883 or,
   * outside production, a free one if that is taken.
   */
  MQTT_HOST: z._default(text, '127.0.0.1'),
  MQTT_PORT: z.optional(writtenNumber(z.int(), z.minimum(0), z.maximum(65_535))),
  /** Files with the certificate chain and the key of the listener, read again when they are renewed. If missing, the listener has no TLS. */
  MQTT_TLS_CERT: z.optional(text),
  MQTT_TLS_KEY: z.optional(text),
  /** File with the authorities of the certificates that devices must present. */
  MQTT_TLS_CA: z.optional(text),
  /** True if something in front of the listener terminates TLS. */
  MQTT_TLS_PROXY: z._default(flag, false),
  /** The secret that an external broker sends with each request to `/device-access`. If missing, the call is refused. */
  MQTT_ACCESS_SECRET: z.optional(z.string().check(z.minLength(16))),
  /** True if `MQTT_URL` is a Mosquitto broker with the dynamic security plugin, in which the server then manages the device accounts. */
  MQTT_DYNAMIC_SECURITY: z._default(flag, false),
  /** NATS servers that connect several instances on one database, comma-separated. If `MQTT_URL` is missing, they need JetStream. */
  NATS_URL: z.optional(
    text.check(
      z.refine((value) => value.split(',').every(isNatsAddress), 'must be addresses beginning with nats://, comma-separated'),
      readableAccounts,
    ),
  ),
  /** Number of NATS servers that keep each message of a device. Default: 3 if `NATS_URL` names three or more, otherwise 1. */
  NATS_REPLICAS: z.optional(writtenNumber(z.int(), z.minimum(1), z.maximum(5))),
  /** Bucket for the files of incidents, shared by all instances. Default: the folder `files` of `DATA_DIR`. */
  S3_URL: z.optional(
    text.check(
      z.refine(
        (value) => s3AddressOf(value) !== null,
        'must be https://KEY:SECRET@host/bucket?region=name; http is allowed within a private network only',
      ),
    ),
  ),
  OIDC_ISSUER: z.optional(address(['http:', 'https:'])),
  /** URL of the discovery document. Default: the issuer plus `/.well-known/openid-configuration`. */
  OIDC_DISCOVERY_URL: z.optional(address(['http:', 'https:'])),
  OIDC_CLIENT_ID: z._default(text, 'orangery-console'),
  OIDC_AUDIENCE: z.optional(text),
  /** The resource indicator that a sign-in requests (RFC 8707), for providers that issue JWTs only for a named API. */
  OIDC_RESOURCE: z.optional(text),
  /** True for a provider whose pages send `Cross-Origin-Opener-Policy: same-origin`; a closed popup cannot be detected then. */
  OIDC_POPUP_ISOLATED: z._default(flag, false),
  /** Tolerated difference between the clocks of provider and server, in seconds. */
  OIDC_CLOCK_TOLERANCE: z._default(writtenNumber(z.int(), z.minimum(0), z.maximum(600)), 30),
  /** Client secret of the introspection endpoint (RFC 7662). If set, every token is checked there at least every 30 s, and tokens may be opaque. */
  OIDC_INTROSPECTION_SECRET: z.optional(text),
  /** Client id of the introspection endpoint. Default: `OIDC_CLIENT_ID`. */
  OIDC_INTROSPECTION_CLIENT_ID: z.optional(text),
  /** URL of the introspection endpoint. Default: the endpoint in the discovery document. */
  OIDC_INTROSPECTION_URL: z.optional(address(['http:', 'https:'])),
  /** Requested scopes, space-separated. Default: `openid email` and the admin scope. */
  OIDC_SCOPES: z.optional(text),
  /** The provider's own scope for administration, such as `aws.cognito.signin.user.admin` of Cognito. */
  OIDC_ADMIN_SCOPE: z._default(z.string().check(z.trim()), ''),
  /** Claim names, comma-separated: the first one present is used; for groups, all of them. A name may be a path: `realm_access.roles`. */
  OIDC_GROUPS_CLAIM: z._default(text, documentedClaims.groups.join(',')),
  /** Separator of groups in a string claim. */
  OIDC_GROUPS_SEPARATOR: z._default(z.string().check(z.minLength(1)), documentedClaims.groups_separator),
  OIDC_USERNAME_CLAIM: z._default(text, documentedClaims.username.join(',')),
  OIDC_EMAIL_CLAIM: z._default(text, documentedClaims.email.join(',')),
  OIDC_FIRST_NAME_CLAIM: z._default(text, documentedClaims.first_name.join(',')),
  OIDC_FAMILY_NAME_CLAIM: z._default(text, documentedClaims.family_name.join(',')),
  OIDC_LOCALE_CLAIM: z._default(text, documentedClaims.locale.join(',')),
  /** Values of `amr` or `acr` that prove a second factor, comma-separated; `provider` means that the provider enforces it. */
  OIDC_SECOND_FACTOR: z._default(text, 'otp,mfa'),
  /** URL of the external provider's user administration, which is shown where users are invited. */
  OIDC_ADMIN_URL: z.optional(address(['http:', 'https:'])),
  /** The address of the external provider's accounts, and the interface with which they are read. */
  OIDC_DIRECTORY_URL: z.optional(
    text.check(
      z.refine(
        (value) => directoryAddressOf(value) !== null,
        'must be keycloak+https://host/admin/realms/NAME or cognito+https://cognito-idp.REGION.amazonaws.com/POOL; http is allowed within a private network only',
      ),
    ),
  ),
  /** Credentials for the directory. Keycloak: a confidential client with a service account. Cognito: an access key. */
  OIDC_DIRECTORY_CLIENT_ID: z.optional(text),
  OIDC_DIRECTORY_SECRET: z.optional(text),
  /** True if administrators may change the provider's accounts from the console. */
  OIDC_DIRECTORY_CHANGES: z._default(flag, false),
  /** SMTP server. Default: each mail is written to the folder `outbox` of `DATA_DIR`. */
  SMTP_URL: z.optional(address(['smtp:', 'smtps:'])),
  /** Sender of mails. Default: `no-reply` at the host of `PUBLIC_URL`. */
  MAIL_FROM: z.optional(z.email()),
  /** Hosts of the push services that browsers may name, comma-separated; `*.` stands for any prefix. Notifications are sent to no other address. */
  PUSH_HOSTS: z._default(
    z.string().check(z.trim()),
    'fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com',
  ),
  /** The contact of this server for push services: `mailto:` or `https:`. Default: the sender of mails. */
  PUSH_CONTACT: z.optional(address(['mailto:', 'https:'])),
  /** Mail domains that may sign in, comma-separated. Default: the demo's in the demo, otherwise none. */
  ALLOWED_MAIL_DOMAINS: z.optional(text),
  /** Name of the company. Default: the demo's in the demo, otherwise the name of the product. */
  COMPANY: z.optional(text),
  PRODUCT: z._default(text, 'Orangery'),
  /** Organisation that the console shows first; default: the first by name. */
  DEFAULT_ORGANISATION: z._default(z.string().check(z.trim()), ''),
  /** External dashboards that the console links to. Default: the demo's in the demo, otherwise no link. */
  LIVE_DATA_GRAPHS_URL: z.optional(address(['http:', 'https:'])),
  DEVICE_TEXT_LOGS_URL: z.optional(address(['http:', 'https:'])),
  /** URL templates of the dashboards for one incident, with the words of `incidentWords` in braces. */
  INCIDENT_DASHBOARD_URL: z.optional(template),
  INCIDENT_TEXT_LOGS_URL: z.optional(template),
  INCIDENT_CLEANED_TEXT_LOGS_URL: z.optional(template),
  /** The program that renders videos of the recordings of incidents: a path, or a name in `PATH`; empty if there is none. */
  FFMPEG: z._default(z.string().check(z.trim()), 'ffmpeg'),
  /** Number of days after which uploaded log files are removed; 0 keeps them. */
  LOG_DAYS: z._default(writtenNumber(z.int(), z.minimum(0), z.maximum(36_500)), 0),
  /** Number of days after its end at which a day (UTC) of the history moves from the database into files. */
  HISTORY_SEAL_DAYS: z._default(writtenNumber(z.int(), z.minimum(0), z.maximum(36_500)), 2),
  /** Days for which reports, their hourly rollups, and events with commands and reviews of episodes are kept; 0 keeps them forever. */
  HISTORY_REPORT_DAYS: z._default(writtenNumber(z.int(), z.minimum(0), z.maximum(36_500)), 90),
  HISTORY_ROLLUP_DAYS: z._default(writtenNumber(z.int(), z.minimum(0), z.maximum(36_500)), 0),
  HISTORY_EVENT_DAYS: z._default(writtenNumber(z.int(), z.minimum(0), z.maximum(36_500)), 1_826),
  /** Days for which accounts of sessions are kept; never forever, since they concern employees. */
  HISTORY_ACCOUNT_DAYS: z._default(writtenNumber(z.int(), z.minimum(1), z.maximum(3_650)), 30),
  /** MapLibre style of the location map; its origin must serve its tiles too. Default: no external requests. */
  MAP_STYLE_URL: z.optional(address(['http:', 'https:'])),
  /** Number of simulated robots; 0 disables the simulator. Default: 24 in the demo, otherwise 0. */
  DEVICES: z.optional(writtenNumber(z.int(), z.minimum(0), z.maximum(10_000))),
  SEED: z._default(writtenNumber(z.int()), 7),
  /**
   * Enables demo data and demo accounts; default true outside production without `OIDC_ISSUER`. Production needs it, true or false, for the embedded
   * provider.
   */
  DEMO: z.optional(flag),
  LOG_LEVEL: z._default(z.enum(['silent', 'error', 'warn', 'info', 'debug']), 'warn'),
  NODE_ENV: z._default(z.string(), 'development'),
});

/** The settings that the demo adds; they are missing in other installations. */
const demoDefaults = {
  ALLOWED_MAIL_DOMAINS: 'serrarobotics.example,delinde.example,vanhoute.example,hortusnoord.example',
  COMPANY: 'Serra Robotics',
  LIVE_DATA_GRAPHS_URL: 'https://graphs.serrarobotics.example/',
  INCIDENT_DASHBOARD_URL: 'https://incidents.serrarobotics.example/?incident_id={incident_id}',
  INCIDENT_TEXT_LOGS_URL: 'https://logs.serrarobotics.example/incident?incident_id={incident_id}',
  INCIDENT_CLEANED_TEXT_LOGS_URL: 'https://logs.serrarobotics.example/incident/cleaned?incident_id={incident_id}',
  DEVICE_TEXT_LOGS_URL: 'https://logs.serrarobotics.example/',
  DEVICES: 24,
} as const;
type Defaults = { readonly [Name in keyof typeof demoDefaults]: (typeof demoDefaults)[Name] extends number ? number : string };

const ownDefaults = (product: string): Defaults => ({
  ALLOWED_MAIL_DOMAINS: '',
  COMPANY: product,
  LIVE_DATA_GRAPHS_URL: '',
  INCIDENT_DASHBOARD_URL: '',
  INCIDENT_TEXT_LOGS_URL: '',
  INCIDENT_CLEANED_TEXT_LOGS_URL: '',
  DEVICE_TEXT_LOGS_URL: '',
  DEVICES: 0,
});

/** The server's settings, parsed once at the start; '' is not treated as an address. */
export type Settings = Omit<z.infer<typeof environment>, keyof Defaults> &
  Defaults & { readonly publicUrl: string; readonly isDemo: boolean };

/** Returns the path of the file with the end of the audit record. */
export const auditHeadFile = ({ AUDIT_HEAD_FILE, DATA_DIR }: Pick<Settings, 'AUDIT_HEAD_FILE' | 'DATA_DIR'>): string =>
  AUDIT_HEAD_FILE ?? path.join(DATA_DIR, 'audit-head.json');

/** An invalid setting; `message` is one line for the user. */
export class BadSetting extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BadSetting';
  }
}

/** Parses the settings from an environment. Throws `BadSetting` with the name of the first invalid setting, but never with its value, which may be a secret. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const parsed = environment.safeParse(env, inEnglish);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new BadSetting(`Setting ${issue?.path.join('.') ?? '?'}: ${issue?.message ?? 'is wrong'}`);
  }
  const values = parsed.data;
  const isDemo = values.DEMO ?? (values.NODE_ENV !== 'production' && values.OIDC_ISSUER === undefined);
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const defaults: Defaults = isDemo ? demoDefaults : ownDefaults(values.PRODUCT);
  const settings: Settings = {
    ...values,
    ...defaults,
    ...given,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    isDemo,
  };
  const conflict = settingConflict(settings);
  if (conflict !== null) throw new BadSetting(conflict);
  return settings;
}
