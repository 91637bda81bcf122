import { createContext } from 'react';
import type { Observable } from 'rxjs';

/** The switch of the flight recorder, for the signed-in user. */
export interface RecordingSwitch {
  readonly isOn$: Observable<boolean>;
  /** The oldest recorded instant, in ms since epoch; null while nothing is recorded. */
  readonly status$: Observable<{ readonly from: number | null }>;
  /** Turns the recorder off and deletes the recording, or turns it on, starting now. */
  readonly turn: (isOn: boolean) => void;
}

/** The switch of the flight recorder; null if recording is not possible, as in a replay. */
export const RecordingContext = createContext<RecordingSwitch | null>(null);
