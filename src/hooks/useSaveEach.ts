import { useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { AnswerOf, Call } from '#contract/call';
import { requestOf } from '#state/viewRequest';
import { IntentContext, RefusalContext } from './IntentContext.ts';
import { takeSlot } from './requestSlots.ts';
import { useLogStore } from './useAppSelector.ts';
import type { RequestInput } from './useRequest.ts';
import { type Save, type SaveOptions, useSave } from './useSave.ts';
import { useUnmount } from './useUnmount.ts';

interface EachOptions<T> extends Omit<SaveOptions<T>, 'failsAs'> {
  /** The time when the server last confirmed the shown rows, in ms since epoch; for a list that shows `newest`. */
  readonly shownAt?: number | undefined;
}

interface SaveEach<Input> extends Pick<Save<Input>, 'save' | 'isPossible'> {
  /**
   * Returns the newest matching change that the shown rows do not contain yet. A toggle must start from this change, because a second press that starts from
   * the row would send the same change again. The function is replaced only when the pending changes or `isPossible` change.
   */
  readonly newest: (isMatch: (input: Input) => boolean) => Input | undefined;
}

/** A change that the shown rows do not contain yet. `savedAt` is the value of `shownAt` when the change was saved; the next response contains the change. */
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

/** Returns the changes after a request has ended; a rejected change is dropped, so the row is shown without it. */
function settled<Input>(changes: readonly Change<Input>[], isSaved: boolean, shownAt: number | undefined): readonly Change<Input>[] {
  return changes.flatMap((change): readonly Change<Input>[] => {
    if (change.phase !== 'sending') return [change];
    return isSaved && shownAt !== undefined ? [{ ...change, phase: 'saved', savedAt: shownAt }] : [];
  });
}

/**
 * Returns a function that sends changes of the rows of a list one after another: a change that is made while another is being sent is queued. Changes that are
 * still queued when the user leaves the list are sent immediately, each in its own slot. Source: SACCT19.
 */
export function useSaveEach<C extends Call>(call: C, { shownAt, ...options }: EachOptions<AnswerOf<C>>): SaveEach<RequestInput<C>> {
  const sendIntent = useContext(IntentContext);
  const refuse = useContext(RefusalContext);
  const isSaved = useRef(false);
  const { save, isSaving, isPossible } = useSave(call, {
    ...options,
    failsAs: 'toastOnly',
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
  // `save` is new at every render, so it must not be a dependency of the effect.
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
  const store = useLogStore();
  useUnmount(() => {
    if (sendIntent === null) {
      if (next !== undefined) refuse();
      return;
    }
    // The body is not part of a request's key, so a change without its own slot would receive the outcome of another change.
    const taken = changes.flatMap(({ input, phase }) => {
      if (phase !== 'waiting') return [];
      const slot = takeSlot(store, requestOf(call, input.params, input.query), {});
      sendIntent({ kind: 'query.requested', request: slot.request, body: input.body });
      return [slot];
    });
    for (const { release } of taken) release();
  });
  const newest = useMemo(
    // Pending changes do not apply to the rows of a past moment.
    () => (isMatch: (input: RequestInput<C>) => boolean) =>
      isPossible ? unseen.findLast(({ input }) => isMatch(input))?.input : undefined,
    [unseen, isPossible],
  );
  // Changes that the rows already contain are dropped when the next one is added.
  const add = (input: RequestInput<C>) => setChanges((all) => [...all.filter(isUnseen(shownAt)), { input, phase: 'waiting' }]);
  // A confirmation that was opened live may be accepted while the past is shown.
  return { save: (input) => (isPossible ? add(input) : sendIntent === null ? refuse() : undefined), isPossible, newest };
}
