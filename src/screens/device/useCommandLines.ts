import { useMemo } from 'react';
import type { Command } from '#contract/command';
import { selectClockOffset } from '#state/clock';
import { commandLines, type CommandLine } from '#state/commandLines';
import { selectOwnCommands } from '#state/commands';
import { selectOwnName } from '#state/session';
import type { Answered } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';

interface PageShown {
  readonly isFirst: boolean;
  /** Rows on a full page. */
  readonly size: number;
}

/** Returns a page of the commands of a device as lines, newest first; the first page includes the commands just sent from this console. */
export function useCommandLines(
  serial: string,
  { answer, at }: Pick<Answered<{ readonly results: readonly Command[] }>, 'answer' | 'at'>,
  { isFirst, size }: PageShown,
): readonly CommandLine[] {
  const given = useAppSelector(selectOwnCommands);
  const me = useAppSelector(selectOwnName);
  const offsetMs = useAppSelector(selectClockOffset);
  return useMemo(() => {
    const results = answer?.results ?? [];
    const mine = given.filter((one) => one.serial === serial);
    return commandLines({ results, isFirst, isFull: results.length >= size, at }, mine, { me, offsetMs });
  }, [answer, at, given, isFirst, me, offsetMs, serial, size]);
}
