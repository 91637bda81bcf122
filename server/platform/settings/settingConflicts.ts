import { isLoopback } from '../loopback.ts';

interface Values {
  readonly NODE_ENV: string;
  readonly HOST: string;
  readonly isDemo: boolean;
  readonly publicUrl: string;
  readonly [name: string]: unknown;
}

const isProduction = ({ NODE_ENV }: Values) => NODE_ENV === 'production';

/**
 * Returns whether a browser offers a page of this origin the features that the console needs (PKCE, locks between tabs, random ids): with TLS, or on this
 * machine's own address.
 */
const isSecure = (url: URL) =>
  url.protocol === 'https:' || isLoopback(url.hostname) || url.hostname.startsWith('127.') || url.hostname.endsWith('.localhost');

/** Returns whether a browser would block requests from a page of `publicUrl` to a plain HTTP address. */
const isMixed = (values: Values, address: unknown): boolean =>
  typeof address === 'string' && new URL(values.publicUrl).protocol === 'https:' && !isSecure(new URL(address));

const isOrigin = ({ pathname, search, hash, username, password }: URL) => pathname === '/' && search + hash + username + password === '';

/** Returns whether other machines can reach the listener for devices, so that tokens could be intercepted. */
const hasOpenListener = (values: Values): boolean => {
  const { MQTT_HOST: host, MQTT_URL: broker, MQTT_TLS_CERT: certificate, MQTT_TLS_PROXY: isProxied } = values;
  const isHere = typeof host !== 'string' || isLoopback(host) || host.startsWith('127.');
  return !isHere && broker === undefined && certificate === undefined && isProxied !== true;
};

/** Settings with URLs that the browser requests on behalf of the console. */
const ASKED_BY_BROWSER = ['OIDC_ISSUER', 'OIDC_DISCOVERY_URL', 'MAP_STYLE_URL'] as const;

/**
 * Combinations of settings that are valid individually, but with which the product or its console could not work: the condition, and the reason on one line.
 */
const conflicts: readonly { readonly name: string; readonly isWrong: (values: Values) => boolean; readonly reason: string }[] = [
  {
    name: 'OIDC_ISSUER',
    isWrong: (values) => isProduction(values) && values['OIDC_ISSUER'] === undefined && values['DEMO'] === undefined,
    reason: 'production needs an identity provider (DEMO=false takes the embedded one, DEMO=true also its demo accounts)',
  },
  {
    name: 'HOST',
    isWrong: (values) => values.isDemo && values['DEMO'] !== true && !isLoopback(values.HOST),
    reason: 'demo accounts on an address beyond this machine need DEMO=true (their passwords are printed at the start)',
  },
  {
    name: 'CREDENTIAL_KEY',
    isWrong: (values) => isProduction(values) && values['DATABASE_URL'] !== undefined && values['CREDENTIAL_KEY'] === undefined,
    reason: 'production with DATABASE_URL needs it (a key in the data folder is not known to other instances)',
  },
  ...(['DATABASE_URL', 'CREDENTIAL_KEY'] as const).map((name) => ({
    name,
    isWrong: (values: Values) => values['NATS_URL'] !== undefined && values[name] === undefined,
    reason: 'several instances (NATS_URL) need one database and one key',
  })),
  {
    name: 'PUBLIC_URL',
    isWrong: ({ publicUrl }) => !isOrigin(new URL(publicUrl)),
    reason: 'must be an origin such as https://console.example, without path, query or password',
  },
  {
    name: 'PUBLIC_URL',
    isWrong: ({ publicUrl }) => !isSecure(new URL(publicUrl)),
    reason: 'must begin with https:// unless it names this machine: browsers refuse the sign-in of a page without TLS',
  },
  ...(['MQTT_TLS_CERT', 'MQTT_TLS_KEY'] as const).map((name, index, both) => ({
    name: both[1 - index] ?? name,
    isWrong: (values: Values) => values[name] !== undefined && values[both[1 - index] ?? name] === undefined,
    reason: 'a certificate and its key belong together (MQTT_TLS_CERT, MQTT_TLS_KEY)',
  })),
  {
    name: 'MQTT_TLS_CA',
    isWrong: (values) => values['MQTT_TLS_CA'] !== undefined && values['MQTT_TLS_CERT'] === undefined,
    reason: 'devices show certificates only where the server has one (MQTT_TLS_CERT)',
  },
  {
    name: 'MQTT_DYNAMIC_SECURITY',
    isWrong: (values) => values['MQTT_DYNAMIC_SECURITY'] === true && values['MQTT_URL'] === undefined,
    reason: 'the accounts of devices are kept at a broker of your own (MQTT_URL)',
  },
  {
    name: 'MQTT_ACCESS_SECRET',
    isWrong: (values) => values['MQTT_ACCESS_SECRET'] !== undefined && values['MQTT_URL'] === undefined,
    reason: 'only a broker of your own (MQTT_URL) asks about devices',
  },
  {
    name: 'MQTT_TLS_CERT',
    isWrong: (values) => values['MQTT_TLS_CERT'] !== undefined && values['MQTT_URL'] !== undefined,
    reason: 'with MQTT_URL the server has no listener for devices: the certificate is that of the broker',
  },
  {
    name: 'OIDC_DIRECTORY_URL',
    isWrong: (values) => values['OIDC_DIRECTORY_URL'] !== undefined && values['OIDC_ISSUER'] === undefined,
    reason: 'only an identity provider of your own (OIDC_ISSUER) has a directory; the embedded one keeps its accounts here',
  },
  ...(['OIDC_DIRECTORY_CLIENT_ID', 'OIDC_DIRECTORY_SECRET'] as const).map((name) => ({
    name,
    isWrong: (values: Values) => (values[name] === undefined) !== (values['OIDC_DIRECTORY_URL'] === undefined),
    reason:
      'address, client and secret of a directory belong together (OIDC_DIRECTORY_URL, OIDC_DIRECTORY_CLIENT_ID, OIDC_DIRECTORY_SECRET)',
  })),
  {
    name: 'OIDC_DIRECTORY_CHANGES',
    isWrong: (values) => values['OIDC_DIRECTORY_CHANGES'] === true && values['OIDC_DIRECTORY_URL'] === undefined,
    reason: 'only accounts of a directory (OIDC_DIRECTORY_URL) can be changed there',
  },
  {
    name: 'MQTT_HOST',
    isWrong: (values) => isProduction(values) && hasOpenListener(values),
    reason:
      'production needs TLS for devices beyond this machine (MQTT_TLS_CERT and MQTT_TLS_KEY, or MQTT_TLS_PROXY=true where a proxy ends TLS)',
  },
  ...ASKED_BY_BROWSER.map((name) => ({
    name,
    isWrong: (values: Values) => isMixed(values, values[name]),
    reason: 'must begin with https:// as PUBLIC_URL does: browsers refuse it otherwise',
  })),
];

/** Returns the first conflict between settings that would keep the product or console from working; null if there is none. */
export function settingConflict(values: Values): string | null {
  const found = conflicts.find(({ isWrong }) => isWrong(values));
  return found === undefined ? null : `Setting ${found.name}: ${found.reason}`;
}
