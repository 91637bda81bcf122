import type { ReactNode } from 'react';
import type { Answered } from '#state/useAnswer';
import { Section } from '#ui/Section';
import { AgeText } from '#widgets/AgeText';
import { Faded } from './Faded.tsx';
import { NoAnswer } from './NoAnswer.tsx';
import { SectionEnd } from './SectionEnd.tsx';
import type { QueryMemory } from './useDeviceReported.ts';

/** Three rounds of asking; from then on an answer is shown as old. */
const STALE_AFTER_MS = 15_000;

interface Props<T> {
  readonly title: string;
  readonly asked: Answered<T>;
  /** Given where the device itself is the source: while it is not live, the answer is as old as its last report. */
  readonly heard?: QueryMemory;
  /** Stands before the age. */
  readonly end?: ReactNode;
  readonly bare?: boolean;
  readonly children: (answer: T) => ReactNode;
}

/** A section about one answer: its age at the right end, its look while there is none, and faded while it is old. */
export function AnsweredSection<T>({ title, asked, heard, end, bare, children }: Props<T>) {
  const { answer, failure } = asked;
  const isPast = heard?.isLive === false;
  return (
    <Section
      title={title}
      bare={bare}
      end={
        <SectionEnd>
          {end}
          <AnswerAge at={asked.at} heard={heard} />
        </SectionEnd>
      }
    >
      {answer === undefined ? <NoAnswer {...asked} /> : <Faded old={isPast || failure !== undefined}>{children(answer)}</Faded>}
    </Section>
  );
}

function AnswerAge({ at, heard }: { readonly at: number | undefined; readonly heard: QueryMemory | undefined }) {
  if (at === undefined) return null;
  if (heard?.isLive === false) return heard.heardAt === null ? null : <AgeText at={heard.heardAt} staleAfterMs={0} />;
  return <AgeText at={at} clock="console" staleAfterMs={STALE_AFTER_MS} />;
}
