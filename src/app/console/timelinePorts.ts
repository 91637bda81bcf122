import type { ConsoleConfig } from '#contract/config';
import { postPinSpan } from '#contract/historyPin';
import { alertText } from '#domain/text/alertText';
import { recordingCodec, sha256 } from '#edge/bytes/recordingCodec';
import { createSaveBlob } from '#edge/saveBlob';
import type { TimelinePorts } from '#hooks/TimeTravelContext';
import type { Names } from '#past/account/sessionAccount';
import type { Console } from './ConsoleContext.ts';

const NONE: Names = { titles: new Map(), calls: new Map() };

/** Loads the names of screens and calls; if they cannot be loaded, paths are shown instead. */
export const loadAccountNames = async (): Promise<Names> => {
  try {
    return (await import('./accountNames.ts')).accountNames;
  } catch {
    return NONE;
  }
};

/** Creates the function that keeps a span on the server: its call bypasses the event log, so no recording contains the call and it works in the past. */
const createKeepSpan =
  (requestOnce: Console['requestOnce']): NonNullable<TimelinePorts['keepSpan']> =>
  async ({ id, from, to, reason }) => {
    const body = { id, from: new Date(from).toISOString(), to: new Date(to).toISOString(), reason };
    const attempt = await requestOnce({ call: postPinSpan.name, params: {}, query: {} }, body);
    return attempt.ok ? null : (alertText(attempt.failure) ?? 'No answer came: nothing was saved. Try again.');
  };

/**
 * Returns the functions of this page that the timeline needs (`TimelinePorts`): saving, digests, names, and, for a live console, keeping a span on
 * the server.
 */
export const timelinePorts = (config: ConsoleConfig, requestOnce?: Console['requestOnce']): TimelinePorts => ({
  ...(requestOnce !== undefined && config.features.includes('history_pins') ? { keepSpan: createKeepSpan(requestOnce) } : {}),
  config,
  codec: recordingCodec,
  digest: sha256,
  saveBytes: (bytes, fileName) => createSaveBlob(window)(new Blob([bytes], { type: 'application/octet-stream' }), fileName),
  newId: () => window.crypto.randomUUID(),
  names: loadAccountNames,
});
