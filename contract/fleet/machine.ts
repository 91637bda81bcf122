/** Calls on live data: states of all connected devices (`getMachines`), raw state, robot platform state, error periods. */

import { call } from '../call.ts';
import { hasOlder, instant, optionalInstant, z } from '../schema.ts';
import { RAW_STATE_PATH } from './rawState.ts';
import { deviceState, optionalState } from './state.ts';

/** Returns the live states of all connected devices, by serial. Source: CALL-025, OPEN-05. */
export const getMachines = call({
  method: 'GET',
  path: 'machines',
  summary: 'Live state of every connected device the caller may see.',
  answer: z.object({ result: z.record(z.string(), deviceState) }),
});

/** Returns the newest state of one device. Fails: 404 before its first report. Source: CALL-007, OPEN-24. */
export const getRawState = call({
  method: 'GET',
  path: RAW_STATE_PATH,
  summary: 'Newest reported state of one device.',
  answer: z.object({
    state: optionalState,
    timestamp: instant,
    is_live: z.nullish(z.boolean()),
    /** Time, in ms, by which the device's clock is ahead of the server's; an extension of this server. */
    clock_offset_ms: z.nullish(z.number()),
  }),
});

/** Returns the robot platform state of a DIV01; null for other types. Source: CALL-008, OPEN-25. */
export const getRpState = call({
  method: 'GET',
  path: 'machine/{serial}/rp_state',
  summary: 'Robot platform state of a DIV01.',
  answer: z.object({ rp_state: z.nullish(z.record(z.string(), z.unknown())), timestamp: optionalInstant }),
});

/**
 * One period in state error; `stop_time` is null while it continues. For a disconnected device with an open error, `last_seen_time` is when it was last seen,
 * and the duration is counted up to it; `silent_seconds` is the part of the duration in which the device reported nothing. Both are extensions of this server.
 * Source: spec, Error overview entry.
 */
export const errorPeriod = z.object({
  start_time: instant,
  stop_time: optionalInstant,
  duration_seconds: z.nullish(z.number()),
  next_state: z.nullish(z.string()),
  last_seen_time: optionalInstant,
  silent_seconds: z.nullish(z.number()),
});
/** One period in state error. */
export type ErrorPeriod = z.infer<typeof errorPeriod>;
/** Returns the error periods of the last `hours` hours (the console requests 48), newest first. Source: CALL-005, OPEN-23. */
export const getErrorOverview = call({
  method: 'GET',
  path: 'machine/{serial}/error_overview/{hours}',
  summary: 'Periods in state error, newest first.',
  answer: z.object({ result: z.array(errorPeriod), has_older: hasOlder }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const machineCalls = { getMachines, getRawState, getRpState, getErrorOverview } as const;
