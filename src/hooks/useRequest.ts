import { useContext, useLayoutEffect, useRef, useState } from 'react';
import type { AnswerOf, BodyOf, Call, ParamsOf } from '#contract/call';
import type { RequestFailure, ViewRequest } from '#streams/event';
import { selectEntry, type AnswerEntry } from '#state/answers';
import { isAnswerOf } from '#state/matchesSchema';
import { useAppSelector, useLogStore } from './useAppSelector.ts';
import type { ViewQueryOf } from './useQuery.ts';
import { requestOf } from '#state/viewRequest';
import { IntentContext, RefusalContext } from './IntentContext.ts';
import { takeSlot, type TakenSlot } from './requestSlots.ts';
import { useUnmount } from './useUnmount.ts';

/** Parameters, query, and a body, which is sent to the server and never enters the log. */
export interface RequestInput<C extends Call> {
  readonly params: ParamsOf<C>;
  readonly query?: ViewQueryOf<C>;
  readonly body?: BodyOf<C>;
}

/** The state of the last request of this view. Answer and failure are undefined before it is sent and while it is in flight. */
export interface RequestState<Input, T> {
  readonly send: (input: Input) => void;
  readonly answer: T | undefined;
  readonly failure: RequestFailure | undefined;
  readonly isPending: boolean;
  /** Aborts the request in flight; its answer is dropped. */
  readonly cancel: () => void;
  /** Number of bytes of a file received; undefined before the first. */
  readonly progress: AnswerEntry['progress'];
  /** When the request in flight was sent, in ms since epoch by the console's clock. */
  readonly requestedAt: number | undefined;
}

/** A request that a view has sent. */
interface Sent {
  readonly request: ViewRequest;
  readonly key: string;
  readonly askedBefore: number | undefined;
}

/**
 * Returns the entry of a request. While the past is shown, the entry stays as it was when the past was entered, because the shown moment may be before the
 * request.
 */
function useSentEntry(given: Sent | null, isPast: boolean): AnswerEntry | undefined {
  const shown = useAppSelector((s) => (given === null ? undefined : selectEntry(s, given.key)));
  const [live, setLive] = useState(shown);
  if (!isPast && live !== shown) setLive(shown);
  return isPast ? live : shown;
}

/**
 * Returns `send`, which sends one request, for saving and for buttons that load, and the state of that request (`answer`, `isPending`). The result always
 * belongs to the newest request of this view.
 */
export function useRequest<C extends Call>(call: C): RequestState<RequestInput<C>, AnswerOf<C>> {
  const { sendKeyed, ...state } = useKeyedRequest(call);
  return { ...state, send: (input) => void sendKeyed(input) };
}

/** Like `RequestState`, with a `send` that returns the key of the request; undefined if none was sent. */
export interface KeyedRequest<Input, T> extends Omit<RequestState<Input, T>, 'send'> {
  readonly sendKeyed: (input: Input) => string | undefined;
}

/** Returns a function that sends one request and returns its key, and the state of that request. */
export function useKeyedRequest<C extends Call>(call: C): KeyedRequest<RequestInput<C>, AnswerOf<C>> {
  const sendIntent = useContext(IntentContext);
  const store = useLogStore();
  const refuse = useContext(RefusalContext);
  const [given, setGiven] = useState<Sent | null>(null);
  const entry = useSentEntry(given, sendIntent === null);
  const owner = useRef({});
  const slot = useRef<TakenSlot>(undefined);
  useUnmount(() => slot.current?.release());
  const isPast = useRef(sendIntent === null);
  useLayoutEffect(() => {
    isPast.current = sendIntent === null;
  });
  const sendKeyed = ({ params, query, body }: RequestInput<C>) => {
    if (sendIntent === null) {
      if (call.hasSideEffects) refuse();
      return undefined;
    }
    const asked = requestOf(call, params, query);
    // A confirmation that was opened live may be accepted while the past is shown, where nothing is sent.
    const taken = isPast.current ? undefined : takeSlot(store, asked, owner.current);
    if (taken !== undefined) {
      if (slot.current?.key !== taken.key) slot.current?.release();
      slot.current = taken;
      setGiven({ request: taken.request, key: taken.key, askedBefore: selectEntry(store.getState(), taken.key)?.requestedAt });
    }
    sendIntent({ kind: 'query.requested', request: taken?.request ?? asked, body });
    return taken?.key;
  };
  const isPending = given !== null && (entry?.requestedAt === given.askedBefore || entry?.isPending === true);
  const response = isPending ? undefined : entry?.answer;
  const failure = isPending ? undefined : entry?.failure;
  const answer = failure === undefined && response !== undefined && isAnswerOf(call, response) ? response : undefined;
  const cancel = () => {
    if (given !== null && isPending) sendIntent?.({ kind: 'query.cancelled', request: given.request });
  };
  const inFlight = isPending && entry?.isPending === true ? entry : undefined;
  return { sendKeyed, answer, failure, isPending, cancel, progress: inFlight?.progress, requestedAt: inFlight?.requestedAt };
}
