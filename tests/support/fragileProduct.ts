import { rmSync } from 'node:fs';
import { brokerSecret } from '#server/platform/broker/accounts';
import { openBroker } from '#server/platform/broker/openBroker';
import { freePort } from './freePort.ts';
import { newDataDir } from './newDataDir.ts';
import { startProduct, type StartedProduct } from './startProduct.ts';
import { openProxy, type TcpProxy } from './tcpProxy.ts';
import { startDatabases } from './testDatabase.ts';

/** A product with external database and broker, connected through proxies that can be cut; the product can be stopped and restarted. */
export interface FragileProduct {
  readonly url: string;
  readonly dataDir: string;
  readonly printed: () => string;
  readonly databaseCable: TcpProxy;
  readonly brokerCable: TcpProxy;
  readonly stop: () => Promise<void>;
  /** Restarts it on the same address and data. */
  readonly start: () => Promise<void>;
  /** Stops everything. */
  readonly close: () => Promise<void>;
}

const portOf = (url: string) => Number(new URL(url).port);

function through(url: string, cable: TcpProxy): string {
  const changed = new URL(url);
  changed.port = String(cable.port);
  return changed.href;
}

/** Starts one on an empty database. */
export async function startFragileProduct(): Promise<FragileProduct> {
  const dataDir = newDataDir();
  const databases = await startDatabases();
  const databaseUrl = await databases.fresh();
  const broker = await openBroker({ secret: brokerSecret(dataDir), now: () => Date.now() });
  const [databaseCable, brokerCable] = await Promise.all([openProxy(portOf(databaseUrl)), openProxy(broker.port)]);
  const env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    DATABASE_URL: through(databaseUrl, databaseCable),
    MQTT_URL: through(broker.url, brokerCable),
  };
  let product: StartedProduct = await startProduct(env);
  return {
    url: product.url,
    dataDir,
    printed: product.printed,
    databaseCable,
    brokerCable,
    stop: () => product.stop(),
    start: async () => {
      product = await startProduct(env);
    },
    close: async () => {
      await product.stop();
      await broker.stop();
      await Promise.all([databaseCable.close(), brokerCable.close()]);
      await databases.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
