import { setTimeout as sleep } from 'node:timers/promises';
import { REQUEST_ID_HEADER } from '#contract/call';
import { getStopImmediately } from '#contract/command';
import { getMachines } from '#contract/fleet/machine';
import type { Cluster } from '../../cluster/openCluster.ts';
import { ask } from '../support/client.ts';
import type { Operator } from './operator.ts';

/** Stops that go on during the faults. */
export interface Stops {
  /** The ids of those that were answered with success. */
  readonly done: readonly { readonly serial: string; readonly id: string }[];
  readonly failed: () => number;
  readonly stop: () => Promise<void>;
}

const STOP_PAUSE_MS = 200;

/** Stops devices in turn through the load balancer. */
export function startStops({ url }: Cluster, operator: Operator, serials: readonly string[]): Stops {
  const done: { readonly serial: string; readonly id: string }[] = [];
  const closing = new AbortController();
  let failed = 0;
  const stopNext = async (count: number) => {
    const [serial = '', id] = [serials[count % serials.length], `stop-${count}`];
    const asking = { token: operator.token(), params: { serial }, headers: { [REQUEST_ID_HEADER]: id } };
    const outcome = await ask(url, getStopImmediately, asking).catch(() => null);
    if (outcome?.ok === true && outcome.answer.success) done.push({ serial, id });
    else failed += 1;
  };
  const work = (async () => {
    for (let count = 0; !closing.signal.aborted; count += 1) {
      await stopNext(count);
      await sleep(STOP_PAUSE_MS);
    }
  })();
  return {
    done,
    failed: () => failed,
    stop: async () => {
      closing.abort();
      await work;
    },
  };
}

/** Returns how many of some servers stop a device. */
export async function serversThatStop(urls: readonly string[], operator: Operator, serial: string): Promise<number> {
  const asking = { token: operator.token(), params: { serial } };
  const outcomes = await Promise.all(urls.map((url) => ask(url, getStopImmediately, asking).catch(() => null)));
  return outcomes.filter((outcome) => outcome?.ok === true && outcome.answer.success).length;
}

/** The outcomes of calls: `repeated` ones had their connection closed and were answered when sent again, as a browser does. */
export interface Asked {
  readonly asked: number;
  readonly failed: number;
  readonly repeated: number;
  /** The answer to the first failed call. */
  readonly reason: string;
}

/** Asks without pause through the load balancer while something happens. */
export async function askMeanwhile({ url }: Cluster, operator: Operator, run: () => Promise<void>): Promise<Asked> {
  const closing = new AbortController();
  const seen = { asked: 0, failed: 0, repeated: 0, reason: '' };
  const askOnce = () => ask(url, getMachines, { token: operator.token() }).catch(() => null);
  const lane = async () => {
    while (!closing.signal.aborted) {
      const first = await askOnce();
      const outcome = first ?? (await askOnce());
      seen.asked += 1;
      if (outcome?.ok === true) seen.repeated += first === null ? 1 : 0;
      else {
        seen.failed += 1;
        seen.reason ||= outcome === null ? 'no answer' : `${outcome.status} ${outcome.error}`;
      }
    }
  };
  const lanes = [lane(), lane()];
  await run();
  closing.abort();
  await Promise.all(lanes);
  return seen;
}

/** Formats what became of calls. */
export const askedText = ({ asked, failed, repeated, reason }: Asked): string =>
  `${failed} of ${asked} calls failed${reason && ` (${reason})`}${repeated === 0 ? '' : `, ${repeated} sent again after a closed connection`}`;
