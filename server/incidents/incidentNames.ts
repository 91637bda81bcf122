/** The suffixes of the files of incidents, and the steps that read them. */

import type { PostProcessingStep } from '#contract/incident';

/** The suffixes of recordings, in the order in which they are searched. The format of a recording is detected by its content. */
export const recordingEndings = ['.bag.gz', '.bag', '.mcap', '.mcap.gz', '.bag.zst', '.mcap.zst'] as const;
/** The suffixes of depth videos, and of videos that a device rendered. */
export const DEPTH_ENDING = '.dat';
export const VIDEO_ENDING = '.mp4';
/** The suffixes of files that devices upload. */
export const deviceEndings: readonly string[] = [...recordingEndings, DEPTH_ENDING, VIDEO_ENDING];

const name = new RegExp(`^(.+?)(${deviceEndings.map((one) => one.replaceAll('.', String.raw`\.`)).join('|')})$`, 's');

/** Splits the name of a file of an incident into id and suffix; null for any other name. */
export function splitName(fileName: string): { readonly incidentId: string; readonly ending: string } | null {
  const [, incidentId, ending] = name.exec(fileName) ?? [];
  return incidentId === undefined || ending === undefined ? null : { incidentId, ending };
}

/** Returns the steps that read a file, by its suffix. */
export const stepsOfFile = (ending: string): readonly PostProcessingStep[] =>
  recordingEndings.some((one) => one === ending) ? ['data_parsing', 'log_parsing', 'mosaic_rendering'] : ['mosaic_rendering'];
