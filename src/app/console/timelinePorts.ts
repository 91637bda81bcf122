import type { ConsoleConfig } from '#contract/config';
import { recordingCodec, sha256 } from '#edge/bytes/recordingCodec';
import { createSaveBlob } from '#edge/saveBlob';
import type { TimelinePorts } from '#hooks/TimeTravelContext';
import type { Names } from '#past/account/sessionAccount';

const NONE: Names = { titles: new Map(), calls: new Map() };

/** Loads the names of screens and calls; if they are missing, paths are shown instead. */
const loadAccountNames = async (): Promise<Names> => {
  try {
    return (await import('./accountNames.ts')).accountNames;
  } catch {
    return NONE;
  }
};

/** Returns the functions of this page that the timeline needs (`TimelinePorts`): saving, digests, names. */
export const timelinePorts = (config: ConsoleConfig): TimelinePorts => ({
  config,
  codec: recordingCodec,
  digest: sha256,
  saveBytes: (bytes, fileName) => createSaveBlob(window)(new Blob([bytes], { type: 'application/octet-stream' }), fileName),
  newId: () => window.crypto.randomUUID(),
  names: loadAccountNames,
});
