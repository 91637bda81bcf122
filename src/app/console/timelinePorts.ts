import type { ConsoleConfig } from '#contract/config';
import { recordingCodec, sha256 } from '#edge/recordingCodec';
import { createSaveBlob } from '#edge/saveBlob';
import type { TimelinePorts } from '#hooks/TimeTravelContext';
import { loadAccountNames } from './loadAccountNames.ts';

/** Returns what the timeline needs of this page. */
export const timelinePorts = (config: ConsoleConfig): TimelinePorts => ({
  config,
  codec: recordingCodec,
  digest: sha256,
  saveBytes: (bytes, fileName) => createSaveBlob(window)(new Blob([bytes], { type: 'application/octet-stream' }), fileName),
  names: loadAccountNames,
});
