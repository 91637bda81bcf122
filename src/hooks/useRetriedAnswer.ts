import { useState } from 'react';
import type { AnswerOf, Call, ParamsOf } from '#contract/call';
import { type Answered, useAnswer } from './useAnswer.ts';
import type { ViewQueryOf } from './useQuery.ts';

/** Delay in ms after which a failed request is sent again. */
const RETRY_MS = 5_000;

/** Subscribes to a query that is requested rarely, every `everyMs`, and sooner after a failure, so its view recovers automatically. */
export function useRetriedAnswer<C extends Call>(
  call: C,
  params: ParamsOf<C>,
  query: ViewQueryOf<C>,
  everyMs: number,
): Answered<AnswerOf<C>> {
  const [intervalMs, setIntervalMs] = useState(everyMs);
  const answered = useAnswer(call, params, query, { everyMs: intervalMs });
  const wanted = answered.failure === undefined ? everyMs : Math.min(everyMs, RETRY_MS);
  if (wanted !== intervalMs) setIntervalMs(wanted);
  return answered;
}
