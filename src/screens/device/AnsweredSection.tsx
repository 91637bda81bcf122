import type { ReactNode } from 'react';
import type { Answered } from '#hooks/useAnswer';
import { Section } from '#ui/Section';
import { AgeText } from '#widgets/AgeText';
import { StaleContent } from './StaleContent.tsx';
import { NoAnswer } from './NoAnswer.tsx';
import { SectionEnd } from './SectionEnd.tsx';
import type { LastReport } from './useDeviceReported.ts';

/** Three poll intervals; an older response is shown as stale. */
const STALE_AFTER_MS = 15_000;

interface Props<T> {
  readonly title: string;
  readonly query: Answered<T>;
  /** Set if the device is the source; while it is not live, the shown age is that of its last report. */
  readonly reported?: LastReport;
  /** Shown before the age. */
  readonly end?: ReactNode;
  readonly bare?: boolean;
  readonly children: (answer: T) => ReactNode;
}

/** Renders a section for one response: its age at the right end, a placeholder while there is no response, and faded values if they are stale. */
export function AnsweredSection<T>({ title, query, reported, end, bare, children }: Props<T>) {
  const { answer, failure } = query;
  const isPast = reported?.isLive === false;
  return (
    <Section
      title={title}
      bare={bare}
      end={
        <SectionEnd>
          {end}
          <AnswerAge at={query.at} reported={reported} />
        </SectionEnd>
      }
    >
      {answer === undefined ? (
        <NoAnswer {...query} />
      ) : (
        <StaleContent old={isPast || failure !== undefined}>{children(answer)}</StaleContent>
      )}
    </Section>
  );
}

function AnswerAge({ at, reported }: { readonly at: number | undefined; readonly reported: LastReport | undefined }) {
  if (at === undefined) return null;
  if (reported?.isLive === false) return reported.reportedAt === null ? null : <AgeText at={reported.reportedAt} staleAfterMs={0} />;
  return <AgeText at={at} clock="console" staleAfterMs={STALE_AFTER_MS} />;
}
