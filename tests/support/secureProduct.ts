import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { createAuthority, type Pem } from './certificates.ts';
import { freePort } from './freePort.ts';
import { startOutsideProvider } from './outsideProvider.ts';
import { startProduct } from './startProduct.ts';

/** A product as in production: TLS ends before it, devices connect by TLS, and people sign in elsewhere. */
export interface SecureProduct {
  /** The API, without TLS: for the test itself. */
  readonly url: string;
  /** The address for consoles and devices. */
  readonly publicUrl: string;
  readonly mqttUrl: string;
  /** File of the authority of its certificates. */
  readonly ca: string;
  /** An access token of a system admin. */
  readonly token: string;
  readonly stop: () => Promise<void>;
}

async function startProxy(served: Pem, port: number): Promise<{ readonly proxy: Server; readonly publicUrl: string }> {
  const proxy = createServer(served, (secure) => {
    const inner = connect(port, '127.0.0.1');
    secure.on('error', () => inner.destroy()).pipe(inner);
    inner.on('error', () => secure.destroy()).pipe(secure);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const at = proxy.address();
  return { proxy, publicUrl: `https://localhost:${at !== null && typeof at === 'object' ? at.port : 0}` };
}

/** Claims of a system admin who has signed in with a second factor an hour ago at most. */
function adminAt(issuer: string) {
  const seconds = Math.floor(Date.now() / 1000);
  const person = { 'cognito:username': 'eva', 'cognito:groups': ['user_type:system_admin'], email: 'eva@bos.example' };
  return { iss: issuer, sub: '1', iat: seconds, exp: seconds + 3_600, client_id: 'console', amr: ['pwd', 'mfa'], ...person };
}

/** Starts one; its certificates lie in a folder of the test. */
export async function startSecureProduct(folder: string): Promise<SecureProduct> {
  const authority = createAuthority('known');
  const served = authority.issue('localhost');
  const [ca, cert, key] = ['ca.pem', 'served.pem', 'served.key'].map((name) => path.join(folder, name)) as [string, string, string];
  writeFileSync(ca, authority.cert);
  writeFileSync(cert, served.cert);
  writeFileSync(key, served.key);
  authority.close();
  const provider = await startOutsideProvider();
  const [port, mqttPort] = [await freePort(), await freePort()];
  const { proxy, publicUrl } = await startProxy(served, port);
  const product = await startProduct({
    NODE_ENV: 'production',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'console',
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    MQTT_PORT: String(mqttPort),
    MQTT_TLS_CERT: cert,
    MQTT_TLS_KEY: key,
  });
  return {
    url: product.url,
    publicUrl,
    mqttUrl: `mqtts://localhost:${mqttPort}`,
    ca,
    token: await provider.sign(adminAt(provider.issuer)),
    stop: async () => {
      proxy.close();
      await product.stop();
      await provider.close();
    },
  };
}
