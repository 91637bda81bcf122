import { useContext, useEffect, useRef, useState } from 'react';
import type { AnswerOf, Call } from '#contract/call';
import { requestOf } from '#state/viewRequest';
import { IntentContext } from './IntentContext.ts';
import type { RequestInput } from './useRequest.ts';
import { type Save, type SaveOptions, useSave } from './useSave.ts';
import { useUnmount } from './useUnmount.ts';

/**
 * Sends changes of the rows of a list, one after the other: one that a person makes while another is being sent waits for its turn. What still waits when the
 * list is left is sent at once.
 */
export function useSaveEach<C extends Call>(
  call: C,
  options: SaveOptions<AnswerOf<C>>,
): Pick<Save<RequestInput<C>>, 'save' | 'isPossible'> {
  const sendIntent = useContext(IntentContext);
  const { save, isSaving, isPossible } = useSave(call, options);
  const [waiting, setWaiting] = useState<readonly RequestInput<C>[]>([]);
  // `save` is new at every render, so only the queue triggers the effect.
  const newest = useRef(save);
  useEffect(() => {
    newest.current = save;
  });
  const [next] = waiting;
  useEffect(() => {
    if (next === undefined || isSaving || !isPossible) return;
    setWaiting((all) => all.slice(1));
    newest.current(next);
  }, [next, isSaving, isPossible]);
  useUnmount(() => {
    for (const { params, query, body } of waiting) sendIntent?.({ kind: 'query.requested', request: requestOf(call, params, query), body });
  });
  return { save: (input) => (isPossible ? setWaiting((all) => [...all, input]) : undefined), isPossible };
}
