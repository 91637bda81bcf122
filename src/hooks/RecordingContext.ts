import { createContext } from 'react';
import type { Observable } from 'rxjs';

/** The switch of the flight recorder, for the person who is signed in. */
export interface RecordingSwitch {
  readonly isOn$: Observable<boolean>;
  /** The oldest recorded instant, ms since epoch; null while nothing is recorded. */
  readonly status$: Observable<{ readonly from: number | null }>;
  /** Turns the recorder off and deletes the recording, or turns it on from now. */
  readonly turn: (isOn: boolean) => void;
}

/** The switch of the flight recorder; null where nothing is recorded, as in a replay. */
export const RecordingContext = createContext<RecordingSwitch | null>(null);
