/**
 * The newest upload that this console requested from a device, as a command line; at a moment of the server's history, the newest one that anybody
 * requested.
 */

import { useMemo } from 'react';
import { getCommands } from '#contract/command';
import { selectClockOffset } from '#state/clock';
import { commandLines, type CommandLine } from '#state/commandLines';
import { selectNewestCommand } from '#state/commands';
import { useFeature } from '#hooks/features';
import { selectOwnName } from '#state/session';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';

/** This page is large enough to contain the commands just sent from this console. */
export const NEWEST = { page: 0, per_page: 10 };

const isUploadOfAll = ({ kind, arguments: given }: CommandLine) => kind === 'upload_data' && given['incident'] === 'all';

/** Returns the newest upload that this console requested from a device on this screen, as far as known. It sends no request itself. */
export function useNewestUpload(serial: string): CommandLine | undefined {
  const isOffered = useFeature('commands');
  const given = useAppSelector((s) => selectNewestCommand(s, serial, 'uploadAllFleet'));
  const { answer, at, knownSince } = useAnswer(getCommands, { serial }, NEWEST, { isWanted: false });
  const me = useAppSelector(selectOwnName);
  const offsetMs = useAppSelector(selectClockOffset);
  return useMemo(() => {
    const isOfHistory = knownSince !== undefined;
    if (!isOffered || (given === undefined && !isOfHistory)) return undefined;
    const results = answer?.results ?? [];
    const mine = given === undefined ? [] : [given];
    const lines = commandLines({ results, isFirst: true, isFull: results.length >= NEWEST.per_page, at }, mine, { me, offsetMs });
    return lines.find(isOfHistory ? isUploadOfAll : ({ id }) => id === given?.id);
  }, [answer, at, given, isOffered, knownSince, me, offsetMs]);
}
