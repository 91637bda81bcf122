import { chakra } from '@chakra-ui/react';
import { type CodeShare, shareText } from '#domain/incidents/incident';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';
import { ErrorCode } from '#widgets/ErrorCode';
import { ErrorText } from '#widgets/ErrorText';

const Share = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'end',
    gap: '12px',
    width: '100%',
    '& .track': {
      display: { base: 'none', lg: 'block' },
      width: '160px',
      height: '6px',
      borderRadius: '3px',
      bg: 'bg.muted',
      overflow: 'hidden',
    },
    '& .part': { display: 'block', height: '100%', bg: 'error.solid' },
    '& .words': { minWidth: { md: '104px' }, textAlign: 'end' },
  },
});

/** A share, and the largest one, to which its bar is relative, because the shares of many codes are all small. */
export interface ShownShare extends CodeShare {
  readonly most: number;
}

/** The columns of the error codes: Error Code, Description, Share with its bar, relative to the largest one. Source: INC-055..058. */
export const columns: readonly Column<ShownShare>[] = [
  {
    id: 'code',
    head: 'Error Code',
    width: 160,
    narrow: 'title',
    value: ({ code }) => code,
    cell: ({ code }) => <ErrorCode code={code} place="incidents" />,
  },
  {
    id: 'description',
    head: 'Description',
    narrow: 'place',
    cell: ({ code }) => (
      <WrappingText>
        <ErrorText code={code} place="incidents" />
      </WrappingText>
    ),
  },
  {
    id: 'share',
    head: 'Share',
    width: 320,
    align: 'end',
    narrow: 'value',
    value: ({ count, total }) => (total === 0 ? 0 : count / total),
    exportValue: shareText,
    cell: (share) => (
      <Share>
        <span className="track" aria-hidden="true">
          <span className="part" style={{ width: `${share.most === 0 ? 0 : (share.count / share.most) * 100}%` }} />
        </span>
        <span className="words">{shareText(share)}</span>
      </Share>
    ),
  },
];
