import { useContext, useState } from 'react';
import type { Call } from '#contract/call';
import type { z } from '#contract/schema';
import { keyOf, type Failure } from '#streams/event';
import { selectEntry } from './answers.ts';
import { fits } from './fits.ts';
import { useAppSelector, useLogStore } from './useAppSelector.ts';
import { questionOf, type Params, type QueryOfView } from './useInterest.ts';
import { WishContext } from './WishContext.ts';

/** What one ask says: parameters, query, and a body that goes to the server and never into the log. */
export interface Asking<Path extends string, Query extends z.ZodType, Body extends z.ZodType> {
  readonly params: Params<Path>;
  readonly query?: QueryOfView<Query>;
  readonly body?: z.input<Body>;
}

/** What came of the last ask of this view. Answer and failure are undefined before one, and while it is on its way. */
export interface Asked<Say, T> {
  readonly ask: (say: Say) => void;
  readonly answer: T | undefined;
  readonly failure: Failure | undefined;
  readonly isAsking: boolean;
}

/** Asks once when told to, for saving and for what a button loads. What comes back is of this ask, never of an earlier one. */
export function useAsk<Path extends string, Query extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType>(
  call: Call<Path, Query, Body, Answer>,
): Asked<Asking<Path, Query, Body>, z.output<Answer>> {
  const give = useContext(WishContext);
  const store = useLogStore();
  const [given, setGiven] = useState<{ readonly key: string; readonly askedBefore: number | undefined } | null>(null);
  const entry = useAppSelector((s) => (given === null ? undefined : selectEntry(s, given.key)));
  const ask = ({ params, query, body }: Asking<Path, Query, Body>) => {
    if (give === null) return;
    const question = questionOf(call, params, query);
    const key = keyOf(question);
    setGiven({ key, askedBefore: selectEntry(store.getState(), key)?.askedAt });
    give({ kind: 'ask.given', question, body });
  };
  const isAsking = given !== null && (entry?.askedAt === given.askedBefore || entry?.isAsking === true);
  const said = isAsking ? undefined : entry?.answer;
  const failure = isAsking ? undefined : entry?.failure;
  const answer = failure === undefined && said !== undefined && fits(call.answer, said) ? said : undefined;
  return { ask, answer, failure, isAsking };
}
