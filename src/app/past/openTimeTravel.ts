import { exhaustMap, Subject, tap, timer, type Observable } from 'rxjs';
import type { FlightRecorder } from '#edge/recorder/flightRecorder';
import { createLogStore, momentShown, type LogStore } from '#state/store';
import type { Intent } from '#streams/intent';
import type { Ports } from '#streams/ports';
import { createIntentGate, type IntentGate } from './intentGate.ts';
import type { TimelineData, TimelineReader } from './marks.ts';
import type { Moments } from './moments.ts';
import { timeTravel, type MomentSource, type Playhead, type TravelCommand } from './timeTravel.ts';

/** The timeline is read again once so many ms while it is open. */
const TIMELINE_MS = 5_000;

/** The parts of a console that can show its past. */
export interface OpenTimeTravel {
  readonly gate: IntentGate;
  /** Folds the shown moment. */
  readonly pastStore: LogStore;
  readonly playhead$: Observable<Playhead>;
  readonly timeline$: Observable<TimelineData>;
  readonly send: (command: TravelCommand) => void;
  readonly status$: FlightRecorder['status$'];
  readonly recording: Pick<FlightRecorder, 'blocks' | 'block'>;
  readonly clock: Ports['clock'];
}

/** Creates them. A past moment is in the store, and the gate is closed, before the playhead says so. */
export function openTimeTravel(
  parts: { readonly recorder: FlightRecorder; readonly give: (intent: Intent) => void },
  ports: Pick<Ports, 'clock' | 'frame$'>,
): OpenTimeTravel {
  const { recorder, give } = parts;
  const commands$ = new Subject<TravelCommand>();
  const gate = createIntentGate(give);
  const pastStore = createLogStore({ devTools: false });
  // Loaded when the timeline is first used: a person who stays live needs none of it.
  let opening: Promise<{ readonly moments: Moments; readonly reader: TimelineReader }> | undefined;
  const open = async () => {
    const [{ createMoments }, { createTimelineReader }] = await Promise.all([import('./moments.ts'), import('./marks.ts')]);
    return { moments: createMoments(recorder), reader: createTimelineReader(recorder) };
  };
  const past = () => (opening ??= open());
  const moments: MomentSource = {
    seek: async (at) => (await past()).moments.seek(at),
    step: async (start, by) => (await past()).moments.step(start, by),
  };
  const playhead$ = timeTravel({ ...ports, moments }, commands$).pipe(
    tap((head) => {
      if (head.kind === 'live') return;
      gate.close();
      pastStore.dispatch(momentShown(head.moment.state));
    }),
  );
  const timeline$ = timer(0, TIMELINE_MS, ports.clock).pipe(exhaustMap(async () => (await past()).reader.read()));
  const send = (command: TravelCommand) => commands$.next(command);
  return { gate, pastStore, playhead$, timeline$, status$: recorder.status$, send, recording: recorder, clock: ports.clock };
}
