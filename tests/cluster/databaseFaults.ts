import { isTrue } from '../../cluster/postgres.ts';
import { until } from '../support/until.ts';
import type { Fault, Trial } from './trial.ts';

/** Waits until what a device writes from now on is stored; returns the seconds since a fault began, in ms since epoch. */
async function storedAgain({ cluster }: Trial, beganAt: number): Promise<string> {
  const condition = `exists (select from device_event where message like 'cluster %' and device_time > to_timestamp(${Date.now() / 1_000}))`;
  await until('events are stored again', () => isTrue(cluster.database.url, condition));
  return ((Date.now() - beganAt) / 1_000).toFixed(1);
}

const restart: Fault = async (trial) => {
  const beganAt = Date.now();
  await trial.cluster.database.restart();
  const seconds = await storedAgain(trial, beganAt);
  return `PostgreSQL restarted: events stored again ${seconds} s after its stop; every console live after ${await trial.live()} s`;
};

const failOver: Fault = async (trial) => {
  const beganAt = Date.now();
  await trial.cluster.database.failOver();
  const seconds = await storedAgain(trial, beganAt);
  return `PostgreSQL killed, its standby promoted: events stored again ${seconds} s after its death; every console live after ${await trial.live()} s`;
};

/** The faults of the database. After the last one it has no standby. */
export const databaseFaults: readonly (readonly [name: string, fault: Fault])[] = [
  ['database', restart],
  ['fail-over', failOver],
];
