import type { FleetEvent } from '#streams/event';
import { canonicalState, differences } from '#state/canonicalState';
import { keyframeOf } from '#state/keyframe';
import type { RootState } from '#state/store';

/** A piece of a log, as a test contains it. */
interface LoggedPiece {
  /** The name of the test, after the id of its rule. */
  readonly name: string;
  /** The state before the first event. */
  readonly before: RootState;
  readonly events: readonly FleetEvent[];
  /** The state that a correct console shows after the last event. */
  readonly expected: RootState;
}

/** The first letters of a marble diagram, one per instant with events; further instants use the code points from this one on. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const FIRST_FURTHER = 0x4e00;
const letterOf = (index: number) => LETTERS[index] ?? String.fromCodePoint(FIRST_FURTHER + index - LETTERS.length);

/** Returns the events of each instant; an instant is one frame of 1 ms in the marble diagram. */
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

/** Returns the expected changes, one line per part of the state. */
function changeLines(before: RootState, expected: RootState): readonly string[] {
  const changes = differences(canonicalState(before), canonicalState(expected));
  return changes.map(
    ({ path, after }) => `  [${JSON.stringify(path.join(' / '))}, ${after === undefined ? 'undefined' : JSON.stringify(after)}],`,
  );
}

/**
 * Returns the text of a marble test: a piece of a log as a marble diagram, and the expected changes of the state. The test belongs in `tests/` and depends only
 * on this repository. The expected values are listed part by part, so that a person who saw a wrong one can correct it there.
 */
export function marbleTestOf({ name, before, events, expected }: LoggedPiece): string {
  const instants = instantsOf(events);
  const values = instants.map((batch, index) => `  ${letterOf(index)}: ${JSON.stringify(batch)},`);
  return `import { last, map, scan } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, it } from 'vitest';
import { canonicalState, differences } from '#state/canonicalState';
import { stateOf } from '#state/keyframe';
import { reduceLog, type RootState } from '#state/store';
import type { FleetEvent } from '#streams/event';

const before = stateOf(${JSON.stringify(keyframeOf(before))});
const log = '${diagramOf(instants)}|';
const values: Readonly<Record<string, readonly FleetEvent[]>> = {
${values.join('\n')}
};
/** The parts of the state that the log changes. Where the console showed a wrong value, enter the right one. */
const expected = [
${changeLines(before, expected).join('\n')}
];

const changesTo = (after: RootState) =>
  differences(canonicalState(before), canonicalState(after)).map((change) => [change.path.join(' / '), change.after]);

it(${JSON.stringify(`[GATE7] ${name}`)}, () => {
  const clock = new TestScheduler((actual, wanted) => expect(actual).toMatchObject(wanted));
  clock.run(({ cold, flush }) => {
    const changes: unknown[] = [];
    void cold(log, values).pipe(scan(reduceLog, before), last(), map(changesTo)).forEach((seen) => void changes.push(seen));
    flush();
    expect(changes).toStrictEqual([expected]);
  });
});
`;
}
