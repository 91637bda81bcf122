import { useContext, useState } from 'react';
import type { AnswerOf, BodyOf, Call, ParamsOf } from '#contract/call';
import { keyOf, type RequestSpec, type RequestFailure } from '#streams/event';
import { selectEntry, type AnswerEntry } from '#state/answers';
import { isAnswerOf } from '#state/matchesSchema';
import { useAppSelector, useLogStore } from './useAppSelector.ts';
import type { ViewQueryOf } from './useQuery.ts';
import { requestOf } from '#state/viewRequest';
import { IntentContext } from './IntentContext.ts';

/** Parameters, query, and a body that is sent to the server and never enters the log. */
export interface RequestInput<C extends Call> {
  readonly params: ParamsOf<C>;
  readonly query?: ViewQueryOf<C>;
  readonly body?: BodyOf<C>;
}

/** The last request of this view. Answer and failure are undefined before it, and while it is in flight. */
export interface RequestState<Input, T> {
  readonly send: (input: Input) => void;
  readonly answer: T | undefined;
  readonly failure: RequestFailure | undefined;
  readonly isPending: boolean;
  /** Aborts the request in flight; its answer is dropped. */
  readonly cancel: () => void;
  /** How many bytes of a file have arrived; undefined before the first. */
  readonly progress: AnswerEntry['progress'];
  /** When the request in flight was sent, in ms since epoch by the console's clock. */
  readonly requestedAt: number | undefined;
}

/**
 * Returns a function that sends one request, for saving and for buttons that load: `send`, `answer`, `isPending`. The result is always that of the newest
 * request.
 */
export function useRequest<C extends Call>(call: C): RequestState<RequestInput<C>, AnswerOf<C>> {
  const sendIntent = useContext(IntentContext);
  const store = useLogStore();
  const [given, setGiven] = useState<{
    readonly request: RequestSpec;
    readonly key: string;
    readonly askedBefore: number | undefined;
  } | null>(null);
  const entry = useAppSelector((s) => (given === null ? undefined : selectEntry(s, given.key)));
  const send = ({ params, query, body }: RequestInput<C>) => {
    if (sendIntent === null) return;
    const request = requestOf(call, params, query);
    const key = keyOf(request);
    setGiven({ request, key, askedBefore: selectEntry(store.getState(), key)?.requestedAt });
    sendIntent({ kind: 'query.requested', request, body });
  };
  const isPending = given !== null && (entry?.requestedAt === given.askedBefore || entry?.isPending === true);
  const response = isPending ? undefined : entry?.answer;
  const failure = isPending ? undefined : entry?.failure;
  const answer = failure === undefined && response !== undefined && isAnswerOf(call, response) ? response : undefined;
  const cancel = () => {
    if (given !== null && isPending) sendIntent?.({ kind: 'query.cancelled', request: given.request });
  };
  const inFlight = isPending && entry?.isPending === true ? entry : undefined;
  return { send, answer, failure, isPending, cancel, progress: inFlight?.progress, requestedAt: inFlight?.requestedAt };
}
