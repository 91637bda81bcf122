/**
 * The columns of the kept spans: Span, Why, Devices, Organisation (for staff), By, Kept Since, and the button that releases a span or the link to its
 * reason.
 */

import { chakra } from '@chakra-ui/react';
import type { KeptSpan } from '#contract/historyPin';
import { incidentLink, screenAddress } from '#domain/addresses';
import { cellTimeText, dateTimeText, instantMs } from '#domain/text/dates';
import { lengthText } from '#domain/text/duration';
import { wordText } from '#domain/text/labels';
import { MISSING } from '#domain/text/numbers';
import { Button } from '#ui/Button';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';
import { EpisodeDevices } from '#widgets/EpisodeCells';
import { ErrorCode } from '#widgets/ErrorCode';
import { TimeText } from '#widgets/TimeText';
import { UnderlinedLink } from '#widgets/UnderlinedLink';

const Lines = chakra('span', {
  // Two lines must not touch those of the next row.
  base: { display: 'flex', flexDirection: 'column', alignItems: 'start', minWidth: 0, py: { base: 0, lg: '5px' } },
});
const Muted = chakra('span', { base: { color: 'fg.muted', fontSize: '13px' } });

/** Returns the duration of a span in ms; null if an instant cannot be read. */
function lengthOf({ from, to }: KeptSpan): number | null {
  const [begin, end] = [instantMs(from), instantMs(to)];
  return begin === null || end === null ? null : end - begin;
}

/** Returns start and duration of a span as text. */
export function spanText(span: KeptSpan): string {
  const length = lengthOf(span);
  return length === null ? dateTimeText(span.from) : `${dateTimeText(span.from)}, ${lengthText(length)}`;
}

function Why({ kind, reason }: KeptSpan) {
  return (
    <Lines>
      <Muted>{wordText(kind)}</Muted>
      {reason && (kind === 'incident' ? <ErrorCode code={reason} /> : <WrappingText>{reason}</WrappingText>)}
    </Lines>
  );
}

/** The actions of the rows. */
export interface KeptActs {
  /** Null while the past is shown, and for users who may not release spans. */
  readonly onRelease: ((span: KeptSpan) => void) | null;
  readonly onOpen: (address: string, at: number) => void;
}

function Acts({ span, onRelease, onOpen }: KeptActs & { readonly span: KeptSpan }) {
  const at = instantMs(span.from);
  return (
    <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" justifyContent="end" gap="8px">
      {span.kind === 'incident' ? (
        <UnderlinedLink to={incidentLink(span.id)}>Open incident</UnderlinedLink>
      ) : (
        at !== null && (
          <Button size="sm" variant="ghost" onClick={() => onOpen(screenAddress('/fleet/state'), at)}>
            Go to
          </Button>
        )
      )}
      {span.may_release && onRelease !== null && (
        <Button size="sm" variant="raised" onClick={() => onRelease(span)}>
          Release
        </Button>
      )}
    </chakra.span>
  );
}

const organisationColumn: Column<KeptSpan> = {
  id: 'organisation',
  head: 'Organisation',
  width: 160,
  narrow: 'more',
  value: ({ organisations }) => organisations.join(', '),
  cell: ({ organisations }) => <WrappingText minWidth={{ lg: '140px' }}>{organisations.join(', ') || MISSING}</WrappingText>,
};

/** Returns the columns. Memoise the result. */
export function keptColumns({ isStaff, ...acts }: KeptActs & { readonly isStaff: boolean }): readonly Column<KeptSpan>[] {
  return [
    {
      id: 'span',
      head: 'Span',
      width: 190,
      narrow: 'title',
      value: spanText,
      cell: (span) => (
        <Lines>
          <TimeText at={span.from} />
          <Muted>{lengthOf(span) === null ? MISSING : lengthText(lengthOf(span) ?? 0)}</Muted>
        </Lines>
      ),
    },
    {
      id: 'why',
      head: 'Why',
      narrow: 'line',
      value: ({ kind, reason }) => [wordText(kind), reason ?? ''].join(' ').trim(),
      cell: (span) => <Why {...span} />,
    },
    {
      id: 'devices',
      head: 'Devices',
      width: 220,
      narrow: 'line',
      value: ({ serials }) => serials?.join(', ') ?? 'All',
      cell: ({ serials }) => (serials == null ? 'All' : <EpisodeDevices serials={[...serials]} />),
    },
    ...(isStaff ? [organisationColumn] : []),
    { id: 'by', head: 'By', width: 150, narrow: 'more', value: ({ author }) => author, cell: ({ author }) => author ?? MISSING },
    {
      id: 'since',
      head: 'Kept Since',
      width: 172,
      narrow: 'more',
      value: ({ kept_at }) => kept_at,
      exportValue: ({ kept_at }) => cellTimeText(kept_at),
      cell: ({ kept_at }) => <TimeText at={kept_at} />,
    },
    {
      id: 'acts',
      head: '',
      label: 'Actions',
      width: 190,
      align: 'end',
      narrow: 'action',
      renderInputs: (span) => span,
      cell: (span) => <Acts span={span} {...acts} />,
    },
  ];
}
