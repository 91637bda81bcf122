import type { Fault } from './trial.ts';

const restart: Fault = async ({ cluster, live }) => {
  await cluster.database.restart();
  return `PostgreSQL restarted: every console live again after ${await live()} s`;
};

const failOver: Fault = async ({ cluster, live }) => {
  await cluster.database.failOver();
  return `PostgreSQL killed, its standby promoted: every console live again after ${await live()} s`;
};

/** What happens to the database. After the last one it has no standby. */
export const databaseFaults: readonly (readonly [name: string, fault: Fault])[] = [
  ['database', restart],
  ['fail-over', failOver],
];
