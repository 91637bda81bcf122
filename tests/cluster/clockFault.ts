import path from 'node:path';
import { getMachines } from '#contract/fleet/machine';
import { ask } from '../support/client.ts';
import { until } from '../support/until.ts';
import type { Fault, Trial } from './trial.ts';

const SIGN_INS = 12;
const IMPORT = `--import ${path.join(import.meta.dirname, 'shiftedClock.ts')}`;

/** Restarts the first server with a wrong clock and makes it the one that ingests; resolves when the others are back. */
async function startWithShift({ cluster }: Trial, shiftMs: number): Promise<void> {
  await cluster.servers[0]?.program.stop();
  await cluster.restart(0, { NODE_OPTIONS: IMPORT, CLOCK_SHIFT_MS: String(shiftMs) });
  const others = [1, 2];
  for (const index of others) await cluster.servers[index]?.program.stop();
  for (const index of others) await cluster.restart(index);
}

/** Returns the message of an error, followed by its `error_description` and the message of its cause if it has them. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return [
    error.message,
    ...('error_description' in error ? [String(error.error_description)] : []),
    ...(error.cause instanceof Error ? [error.cause.message] : []),
  ].join(': ');
}

/** Returns how many of some sign-ins through the load balancer fail, with the reason of the first. */
async function failedSignIns({ operator }: Trial): Promise<{ readonly count: number; readonly reason: string }> {
  const reasons: string[] = [];
  for (let count = 0; count < SIGN_INS; count += 1) {
    await operator.signInAgain().catch((error: unknown) => reasons.push(reasonOf(error)));
  }
  return { count: reasons.length, reason: reasons[0] ?? '' };
}

/** Returns the servers that do not show every device as connected. */
async function serversWithoutDevices({ cluster, operator, devices }: Trial): Promise<readonly string[]> {
  const seen = await Promise.all(cluster.servers.map(({ url }) => ask(url, getMachines, { token: operator.token() })));
  return seen.flatMap((outcome, index) =>
    outcome.ok && devices.every(({ serial }) => serial in outcome.answer.result) ? [] : [`server ${index + 1}`],
  );
}

const misdatedReports = ({ consoles }: Trial) => consoles.reduce((sum, one) => sum + one.misdated(), 0);

const wrongClock =
  (shiftMs: number): Fault =>
  async (trial) => {
    const name = `clock of a server ${Math.abs(shiftMs) / 60_000} minutes ${shiftMs > 0 ? 'fast' : 'slow'}`;
    const before = misdatedReports(trial);
    await startWithShift(trial, shiftMs);
    const seconds = await trial.live();
    await until('every server has the devices', async () => (await serversWithoutDevices(trial)).length === 0);
    const failed = await failedSignIns(trial);
    const misdated = misdatedReports(trial) - before;
    await trial.cluster.servers[0]?.program.stop();
    await trial.cluster.restart(0);
    if (failed.count > 0) trial.problem(`${name}: sign-ins fail: ${failed.reason}`);
    if (misdated > 0) trial.problem(`${name}: reports with a wrong date`);
    return (
      `${name}, while it ingests: every console live after ${seconds} s, ` +
      `${failed.count} of ${SIGN_INS} sign-ins failed${failed.reason && ` (${failed.reason})`}, ${misdated} frames with a wrong date; afterwards live after ${await trial.live()} s`
    );
  };

/** One server has another time than all others. */
export const clockFaults: readonly (readonly [name: string, fault: Fault])[] = [
  ['clock', wrongClock(300_000)],
  ['clock', wrongClock(-300_000)],
];
