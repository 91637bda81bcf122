/** Maps the finish status of a treatment to tone, label and icon. */

import { wordText } from '../text/labels.ts';

/** The displayed result of a treatment: tone, label, and the icon's name in the icon set. */
export interface Finish {
  readonly tone: 'success' | 'warning' | 'danger' | 'running' | 'unknown';
  readonly label: string;
  readonly icon: 'circle-check' | 'circle-alert' | 'circle-pause' | 'circle-stop' | 'circle-x' | 'loader-circle' | 'circle-question-mark';
}

const RUNNING: Finish = { tone: 'running', label: 'Running', icon: 'loader-circle' };

/** Maps a finish status to its display; empty or missing means that the treatment is running. Source: RULE-065..071. */
export function finishOf(finish_status: string | null | undefined, reached_end: boolean | null | undefined): Finish {
  switch (finish_status ?? '') {
    case '':
      return RUNNING;
    case 'fully_completed':
      return { tone: 'success', label: 'Fully completed', icon: 'circle-check' };
    case 'partially_completed':
      return reached_end === true
        ? { tone: 'success', label: 'Partially completed', icon: 'circle-check' }
        : { tone: 'warning', label: 'Partially completed', icon: 'circle-alert' };
    case 'paused':
      return { tone: 'warning', label: 'Paused', icon: 'circle-pause' };
    case 'stopped':
      return { tone: 'warning', label: 'Stopped', icon: 'circle-stop' };
    case 'failed':
      return { tone: 'danger', label: 'Failed', icon: 'circle-x' };
    default:
      return { tone: 'unknown', label: wordText(finish_status ?? ''), icon: 'circle-question-mark' };
  }
}
