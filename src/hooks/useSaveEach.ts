import { useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { AnswerOf, Call } from '#contract/call';
import { requestOf } from '#state/viewRequest';
import { IntentContext, RefusalContext } from './IntentContext.ts';
import type { RequestInput } from './useRequest.ts';
import { type Save, type SaveOptions, useSave } from './useSave.ts';
import { useUnmount } from './useUnmount.ts';

interface EachOptions<T> extends SaveOptions<T> {
  /** When the server last confirmed the shown rows, in ms since epoch, for a list that shows `newest`. */
  readonly shownAt?: number | undefined;
}

interface SaveEach<Input> extends Pick<Save<Input>, 'save' | 'isPossible'> {
  /**
   * Returns the newest of the changes that match and that the shown rows do not have yet. A toggle begins with it: the row alone would send the same change
   * twice. The same function until that changes.
   */
  readonly newest: (isMatch: (input: Input) => boolean) => Input | undefined;
}

/** A change until the shown rows have it. `savedAt` is `shownAt` when it was saved; the next response has it. */
interface Change<Input> {
  readonly input: Input;
  readonly phase: 'waiting' | 'sending' | 'saved';
  readonly savedAt?: number;
}

/** Returns whether rows that were confirmed at `shownAt` may lack a change. */
const isUnseen =
  (shownAt: number | undefined) =>
  ({ savedAt }: Pick<Change<unknown>, 'savedAt'>): boolean =>
    savedAt === undefined || savedAt === shownAt;

/** Returns the changes after the end of the one that was being sent; a rejected one is forgotten, so that the row is shown as it is. */
function settled<Input>(changes: readonly Change<Input>[], isSaved: boolean, shownAt: number | undefined): readonly Change<Input>[] {
  return changes.flatMap((change): readonly Change<Input>[] => {
    if (change.phase !== 'sending') return [change];
    return isSaved && shownAt !== undefined ? [{ ...change, phase: 'saved', savedAt: shownAt }] : [];
  });
}

/**
 * Sends changes of the rows of a list, one after the other: one that a person makes while another is being sent waits for its turn. What still waits when the
 * list is left is sent at once.
 */
export function useSaveEach<C extends Call>(call: C, { shownAt, ...options }: EachOptions<AnswerOf<C>>): SaveEach<RequestInput<C>> {
  const sendIntent = useContext(IntentContext);
  const refuse = useContext(RefusalContext);
  const isSaved = useRef(false);
  const { save, isSaving, isPossible } = useSave(call, {
    ...options,
    onSaved: (answer) => {
      isSaved.current = true;
      options.onSaved?.(answer);
    },
    onSettled: () => {
      const wasSaved = isSaved.current;
      isSaved.current = false;
      setChanges((all) => settled(all, wasSaved, shownAt));
      options.onSettled?.();
    },
  });
  const [changes, setChanges] = useState<readonly Change<RequestInput<C>>[]>([]);
  const unseen = useMemo(() => changes.filter(isUnseen(shownAt)), [changes, shownAt]);
  // `save` is new at every render, so only the queue triggers the effect.
  const newestSave = useRef(save);
  useEffect(() => {
    newestSave.current = save;
  });
  const next = changes.find(({ phase }) => phase === 'waiting');
  useEffect(() => {
    if (next === undefined || isSaving || !isPossible) return;
    setChanges((all) => all.map((change): typeof change => (change === next ? { ...change, phase: 'sending' } : change)));
    newestSave.current(next.input);
  }, [next, isSaving, isPossible]);
  useUnmount(() => {
    if (sendIntent === null && next !== undefined) refuse();
    for (const { input, phase } of changes)
      if (phase === 'waiting')
        sendIntent?.({ kind: 'query.requested', request: requestOf(call, input.params, input.query), body: input.body });
  });
  const newest = useMemo(
    // The rows of a past moment are what they were then.
    () => (isMatch: (input: RequestInput<C>) => boolean) =>
      isPossible ? unseen.findLast(({ input }) => isMatch(input))?.input : undefined,
    [unseen, isPossible],
  );
  // The changes that the rows have by now are forgotten with the next one.
  const add = (input: RequestInput<C>) => setChanges((all) => [...all.filter(isUnseen(shownAt)), { input, phase: 'waiting' }]);
  return { save: (input) => (isPossible ? add(input) : undefined), isPossible, newest };
}
