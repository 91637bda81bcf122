import { getCommands } from '#contract/command';
import { isOver } from '#domain/commandText';
import type { CommandLine } from '#state/commandLines';
import { useAnswer } from '#state/useAnswer';
import { useInterest } from '#state/useInterest';
import { useLines } from '../useLines.ts';

/** So many commands of the device are looked at; an upload before these shows no result any more. */
const NEWEST = { page: 0, per_page: 100 };
const ONCE = { everyMs: null };

const isUploading = ({ kind, status }: CommandLine) => kind === 'upload_data' && !isOver(status);

/** What the device was told lately, newest first, with what this console gave a moment ago; asked on and on only while an upload runs. */
export function useUploads(serial: string) {
  const asked = useAnswer(getCommands, { serial }, NEWEST, ONCE);
  const lines = useLines(serial, asked, { isFirst: true, size: NEWEST.per_page });
  useInterest(getCommands, { serial }, NEWEST, { isWanted: lines.some(isUploading) });
  return { lines, refresh: asked.refresh };
}
