import type { FleetEvent } from '#streams/event';
import type { Keyframe } from '#streams/recording/eventBlock';

/** A piece of a log as a test holds it. */
interface LoggedPiece {
  /** The name of the test, after the id of its rule. */
  readonly name: string;
  /** The state before the first event. */
  readonly before: Keyframe;
  readonly events: readonly FleetEvent[];
  /** The SHA-256 of the canonical state after the last event. */
  readonly hash: string;
}

/** Letters of a marble diagram, one per instant with events; beyond them the code points from here on. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const FIRST_FURTHER = 0x4e00;
const letterOf = (index: number) => LETTERS[index] ?? String.fromCodePoint(FIRST_FURTHER + index - LETTERS.length);

/** The events of each instant; an instant is one marble of 1 ms. */
function instantsOf(events: readonly FleetEvent[]): readonly (readonly FleetEvent[])[] {
  const byInstant = new Map<number, FleetEvent[]>();
  for (const event of events) byInstant.set(event.at, [...(byInstant.get(event.at) ?? []), event]);
  return [...byInstant.values()];
}

function diagramOf(instants: readonly (readonly FleetEvent[])[]): string {
  const atOf = (index: number) => instants[index]?.[0]?.at ?? 0;
  const gapBefore = (index: number) => (index === 0 ? 0 : atOf(index) - atOf(index - 1) - 1);
  return instants.map((_, index) => (gapBefore(index) > 0 ? ` ${String(gapBefore(index))}ms ` : '') + letterOf(index)).join('');
}

/** A marble test as the text of a file of `tests/`, which needs nothing but this repository: a piece of a log leads to the state that it led to. */
export function testOfLog({ name, before, events, hash }: LoggedPiece): string {
  const instants = instantsOf(events);
  const values = instants.map((batch, index) => `  ${letterOf(index)}: ${JSON.stringify(batch)},`);
  return `import { createHash } from 'node:crypto';
import { last, map, scan } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, it } from 'vitest';
import { canonicalState } from '#state/canonicalState';
import { stateOf } from '#state/keyframe';
import { reduceLog, type RootState } from '#state/store';
import type { FleetEvent } from '#streams/event';

const before = stateOf(${JSON.stringify(before)});
const log = '${diagramOf(instants)}|';
const values: Readonly<Record<string, readonly FleetEvent[]>> = {
${values.join('\n')}
};
const hashOf = (state: RootState) => createHash('sha256').update(JSON.stringify(canonicalState(state))).digest('hex');

it(${JSON.stringify(`[GATE7] ${name}`)}, () => {
  const clock = new TestScheduler((actual, expected) => expect(actual).toMatchObject(expected));
  clock.run(({ cold, flush }) => {
    const hashes: string[] = [];
    void cold(log, values).pipe(scan(reduceLog, before), last(), map(hashOf)).forEach((hash) => void hashes.push(hash));
    flush();
    expect(hashes).toEqual(['${hash}']);
  });
});
`;
}
