import { getCommands } from '#contract/command';
import { isOver } from '#domain/commandText';
import type { CommandLine } from '#state/commandLines';
import { useFeature } from '#state/features';
import { useAnswer } from '#state/useAnswer';
import { useQuery } from '#state/useQuery';
import { useLines } from '../useLines.ts';

/** So many commands of the device are looked at; an upload before these shows no result any more. */
const NEWEST = { page: 0, per_page: 100 };

const isUploading = ({ kind, status }: CommandLine) => kind === 'upload_data' && !isOver(status);

/** What the device was told lately, newest first, with what this console gave a moment ago; asked on and on only while an upload runs. */
export function useUploads(serial: string) {
  const isOffered = useFeature('commands');
  const asked = useAnswer(getCommands, { serial }, NEWEST, { everyMs: null, isWanted: isOffered });
  const known = useLines(serial, asked, { isFirst: true, size: NEWEST.per_page });
  // What a command leads to is known from the server alone: without its list nothing runs and nothing ends.
  const lines = isOffered ? known : [];
  useQuery(getCommands, { serial }, NEWEST, { isWanted: isOffered && lines.some(isUploading) });
  return { lines, refresh: isOffered ? asked.refresh : () => undefined };
}
