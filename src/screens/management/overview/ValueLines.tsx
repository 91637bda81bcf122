import { chakra } from '@chakra-ui/react';
import { type ValueLine, valueLines } from '#domain/deviceActions';
import { MISSING } from '#domain/numbers';

/** A page holds a hundred actions: what is longer is cut, the whole is a hover away. */
const SHORT_LETTERS = 160;
const SHORT_LINES = 12;

const Lines = chakra('div', {
  base: {
    display: { base: 'inline-block', md: 'block' },
    verticalAlign: 'top',
    minWidth: 0,
    py: { md: '6px' },
    whiteSpace: 'normal',
    '& div': { overflowWrap: 'anywhere', lineHeight: '20px' },
    '& .name': { color: 'fg.muted' },
  },
});

const short = (text: string) => (text.length > SHORT_LETTERS ? `${text.slice(0, SHORT_LETTERS)}…` : text);

const Line = ({ line: { name, text } }: { readonly line: ValueLine }) => (
  <div title={text.length > SHORT_LETTERS ? text : undefined}>
    <span className="name">{`${name}: `}</span>
    {text === '' ? '""' : short(text)}
  </div>
);

/** An old or new value, field by field. */
export function ValueLines({ value }: { readonly value: Readonly<Record<string, unknown>> | null }) {
  const lines = valueLines(value);
  if (lines.length === 0) return MISSING;
  return (
    <Lines>
      {lines.slice(0, SHORT_LINES).map((line) => (
        <Line key={line.name} line={line} />
      ))}
      {lines.length > SHORT_LINES && <div className="name">{`${lines.length - SHORT_LINES} more`}</div>}
    </Lines>
  );
}
