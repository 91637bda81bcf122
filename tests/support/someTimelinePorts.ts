import { recordingCodec, sha256 } from '#edge/bytes/recordingCodec';
import type { TimelinePorts } from '#hooks/TimeTravelContext';
import { idleConsole } from './idleConsole.ts';

/** The functions of the page for a timeline, without names of calls; nothing is saved. */
export const someTimelinePorts: TimelinePorts = {
  config: idleConsole.config,
  codec: recordingCodec,
  digest: sha256,
  saveBytes: () => undefined,
  newId: () => crypto.randomUUID(),
  names: async () => ({ titles: new Map(), calls: new Map() }),
};
