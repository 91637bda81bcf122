/** `npm run cluster`: names missing packages, starts the cluster, prints its addresses and demo accounts, stops it on a signal. */

import path from 'node:path';
import { openCluster } from './openCluster.ts';
import { missingPackages } from './packages.ts';

const missing = missingPackages();
if (missing.length > 0) {
  process.stderr.write(`A cluster needs packages that are not installed: apt-get install ${missing.join(' ')}\n`);
  process.exit(1);
}
const folder = path.resolve(process.env['DATA_DIR'] ?? './data-cluster');
const cluster = await openCluster({ folder, devices: Number(process.env['DEVICES'] ?? 24), port: Number(process.env['PORT'] ?? 8080) });
const members = cluster.servers.map(({ url, program }, index) => `server ${index + 1}   ${url}   process ${program.pid}`);
process.stdout.write([`load balancer ${cluster.url}`, ...members, `devices    ${cluster.mqttUrl}`, '', cluster.accounts].join('\n'));

let isStopping = false;
const stop = () => {
  if (isStopping) return;
  isStopping = true;
  void cluster.stop().then(() => process.exit(0));
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
