import { setTimeout as sleep } from 'node:timers/promises';
import { type Asked, askedText, askMeanwhile, serversThatStop } from './calls.ts';
import type { Fault, Trial } from './trial.ts';

/** Longer than the lease of three seconds. */
const ASLEEP_MS = 6_000;
const NATS_AWAY_MS = 60_000;

const killServer =
  (index: number): Fault =>
  async ({ cluster, live }) => {
    const program = cluster.servers[index]?.program;
    program?.signal('SIGKILL');
    await program?.ended;
    const seconds = await live();
    await cluster.restart(index);
    return `server ${index + 1} killed: every console live again after ${seconds} s`;
  };

const pauseServer =
  (index: number): Fault =>
  async ({ cluster, live }) => {
    const program = cluster.servers[index]?.program;
    program?.signal('SIGSTOP');
    await sleep(ASLEEP_MS);
    program?.signal('SIGCONT');
    return `server ${index + 1} asleep for 6 s, past its lease: every console live again after ${await live()} s`;
  };

const killNats =
  (index: number): Fault =>
  async ({ cluster: { nats }, live }) => {
    nats.nodes[index]?.signal('SIGKILL');
    await nats.nodes[index]?.ended;
    const seconds = await live();
    await nats.restart(index);
    await nats.current();
    return `node ${index + 1} of NATS killed: every console live again after ${seconds} s`;
  };

const killAllNats: Fault = async ({ cluster: { nats, servers }, devices, operator, problem, live }) => {
  for (const node of nats.nodes) node.signal('SIGKILL');
  await Promise.all(nats.nodes.map(({ ended }) => ended));
  await sleep(NATS_AWAY_MS);
  const urls = servers.map(({ url }) => url);
  const stopping = await serversThatStop(urls, operator, devices[0]?.serial ?? '');
  if (stopping === 0) problem('without NATS no server stops a device');
  for (const index of nats.nodes.keys()) await nats.restart(index);
  return `all of NATS away for 60 s: ${stopping} of ${urls.length} servers stop meanwhile; every console live again after ${await live()} s`;
};

const reloadBalancer: Fault = async ({ cluster, operator, consoles, problem, live }) => {
  const before = consoles.map((one) => one.connected());
  const asked = await askMeanwhile(cluster, operator, () => cluster.balancer.reload());
  const seconds = await live();
  const most = Math.max(...consoles.map((one, index) => one.connected() - (before[index] ?? 0)));
  if (most > 1) problem('a socket was dropped more than once by a new configuration of the load balancer');
  if (asked.failed > 0) problem('calls failed while the load balancer took a new configuration');
  return `new configuration of the load balancer: ${askedText(asked)}, each socket dropped at most ${most} times; every console live after ${seconds} s`;
};

/** Restarts all servers one after the other. */
async function restartServers({ cluster }: Trial): Promise<void> {
  for (const [index, { program }] of cluster.servers.entries()) {
    await program.stop();
    await cluster.balancer.sees(index, false);
    await cluster.restart(index);
    await cluster.balancer.sees(index, true);
  }
}

const rollingRestart: Fault = async (trial) => {
  let asked: Asked | undefined;
  const { screens, stops, failures } = await trial.shift.playMeanwhile(async () => {
    asked = await askMeanwhile(trial.cluster, trial.operator, () => restartServers(trial));
  });
  if (asked === undefined || asked.failed > 0) trial.problem('calls failed while the servers were restarted');
  if (failures.length > 0) trial.problem(`in the browser failed while the servers were restarted: ${failures.slice(0, 3).join(', ')}`);
  const shift = `${failures.length} failures in a browser on ${screens} screens and ${stops} stops`;
  return `all servers restarted one after the other: ${asked && askedText(asked)}, ${shift}; every console live again after ${await trial.live()} s`;
};

/** The faults of servers, NATS and the load balancer, by name and in order. */
export const faults: readonly (readonly [name: string, fault: Fault])[] = [
  ...[0, 1, 2].map((index): [string, Fault] => ['kill', killServer(index)]),
  ...[0, 1, 2].map((index): [string, Fault] => ['pause', pauseServer(index)]),
  ...[0, 1, 2].map((index): [string, Fault] => ['nats', killNats(index)]),
  ['nats-away', killAllNats],
  ['balancer', reloadBalancer],
];

/** Comes last: no call may fail, even while the database has no standby. */
export const lastFault: readonly [name: string, fault: Fault] = ['restart', rollingRestart];
