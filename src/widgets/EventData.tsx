import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { CopyButton } from '#ui/CopyButton';
import { MoreButton } from '#ui/MoreButton';
import { type DataLine, dataLines } from './dataLines.ts';
import { CodedText } from './ErrorCode.tsx';

/** Number of lines, and of characters per line, that are shown collapsed. */
const SHORT = { lines: 4, letters: 160 };
/** Limits when expanded, because a page may contain a hundred events. The copy button copies all data. */
const LONG = { lines: 200, letters: 4_000 };

const Box = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '4px',
    minWidth: 0,
    whiteSpace: 'normal',
    '& .lines': { flex: '1 1 0', minWidth: 0, py: '6px' },
    '& .line': { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', fontSize: '13px', lineHeight: '20px' },
    '& .name': { color: 'fg.muted' },
    '& > button': { mt: { lg: '4px' } },
  },
});

const Line = ({ line: { depth, name, text }, letters }: { readonly line: DataLine; readonly letters: number }) => (
  <div className="line" style={{ paddingInlineStart: `${Math.min(depth, 8) * 12}px` }}>
    {name !== '' && <span className="name">{`${name}: `}</span>}
    {text !== undefined && <CodedText text={text.length > letters ? `${text.slice(0, letters)}…` : text} />}
  </div>
);

interface Props {
  /** Any JSON value; null and undefined render nothing. */
  readonly data: unknown;
}

/** Renders the data of an event line by line; long data is collapsed until expanded, and copied as JSON. */
export function EventData({ data }: Props) {
  const [isOpen, setOpen] = useState(false);
  const lines = dataLines(data);
  if (lines.length === 0) return null;
  const most = isOpen ? LONG : SHORT;
  const isLong = lines.length > SHORT.lines || lines.some(({ text = '' }) => text.length > SHORT.letters);
  const left = lines.length - LONG.lines;
  return (
    <Box>
      <div className="lines">
        {lines.slice(0, most.lines).map((line, at) => (
          <Line key={at} line={line} letters={most.letters} />
        ))}
        {isOpen && left > 0 && <div className="line">{`${left} more lines in the copy`}</div>}
        {isLong && <MoreButton isOpen={isOpen} onOpen={setOpen} />}
      </div>
      <CopyButton text={JSON.stringify(data, null, 2)} what="data" />
    </Box>
  );
}
