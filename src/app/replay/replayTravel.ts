/** Opens the stores and the playhead for a recording file, and reports blocks that cannot be read. */

import { BehaviorSubject, filter, from, of, Subject, tap, type Observable } from 'rxjs';
import type { RecorderStatus } from '#past/recorder/recorder';
import { selectStateOfNow, shownState } from '#state/shownState';
import { createLogStore, momentShown, type LogStore, type RootState } from '#state/store';
import { DamagedRecording } from '#streams/recording/bytes';
import type { Ports } from '#streams/ports';
import { createMoments, type Moment } from '#past/moments/moments';
import type { TimeTravel } from '#hooks/TimeTravelContext';
import type { MomentSource } from '#past/moments/momentReads';
import { timeTravel, type Playhead, type TravelCommand } from '#past/moments/timeTravel';
import { refusalOf, type OpenedFile } from './openedFile.ts';

/** The parts of a console that shows a recording. */
export interface ReplayTravel extends Pick<TimeTravel, 'send' | 'status$' | 'timeline$' | 'recorded' | 'stateAt' | 'clock'> {
  /** The store with the state at the end of the recording, in place of the live state. */
  readonly endStore: LogStore;
  /** The store with the shown state. */
  readonly shownStore: LogStore;
  readonly start: Playhead;
  /** The state at the moment with which the recording opens. */
  readonly startState: RootState;
  /** The playhead, which is always at a past moment. */
  readonly playhead$: Observable<Playhead>;
}

/** Opens a recording at a moment. Rejects with `DamagedRecording` if it cannot be shown. */
export async function openReplayTravel(
  { recorded, timeline, from: begin, to }: OpenedFile,
  at: number,
  ports: Pick<Ports, 'clock' | 'frame$'>,
): Promise<ReplayTravel> {
  const moments = createMoments(recorded);
  const [end, first] = [await moments.seek(to), await moments.seek(at)];
  if (end === null || first === null) throw new DamagedRecording('The recording shows no moment.');
  if (end.state.session.profile === null) throw new DamagedRecording('The recording does not say who recorded it.');
  const [endStore, shownStore] = [createLogStore({ devTools: false }), createLogStore({ devTools: false })];
  // Alerts at the end of a recording are not shown again.
  endStore.dispatch(momentShown({ ...end.state, alerts: [] }));
  // The state at the end of the recording replaces the live state. `health` is null, so each moment shows its own; no more data are received.
  const now = { ...selectStateOfNow(end.state), alerts: [], health: null };
  const show = ({ state }: Moment) => shownStore.dispatch(momentShown(shownState(state, now)));
  show(first);
  const status$ = new BehaviorSubject<RecorderStatus>({ from: begin, problem: null });
  const reported = <Result>(reading: Promise<Result>): Observable<Result> =>
    from(reading).pipe(tap({ error: (error: unknown) => status$.next({ from: begin, problem: refusalOf(error) }) }));
  const guarded: MomentSource = {
    seek: (wanted) => reported(moments.seek(wanted)),
    step: (start, by) => reported(moments.step(start, by)),
    shown: (wanted) => reported(moments.shown(wanted)),
  };
  const commands$ = new Subject<TravelCommand>();
  const start: Playhead = { kind: 'past', moment: first, missedAt: null, speed: null, epoch: 0 };
  const playhead$ = timeTravel({ ...ports, moments: guarded, endsAt: to }, commands$, start).pipe(
    filter((head) => head.kind === 'past'),
    tap((head) => show(head.moment)),
  );
  return {
    endStore,
    shownStore,
    start,
    startState: first.state,
    playhead$,
    status$,
    timeline$: of(timeline),
    recorded: async () => recorded,
    stateAt: async (wanted) => (await moments.seek(wanted))?.state ?? null,
    clock: ports.clock,
    send: (command) => commands$.next(command),
  };
}
