import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { type ValueLine, valueLines } from '#domain/devices/deviceActions';
import { MISSING } from '#domain/text/numbers';
import { MoreButton } from '#ui/MoreButton';

/** Number of characters that are shown while collapsed, because a page contains up to a hundred actions. */
const SHORT_LETTERS = 160;
const SHORT_LINES = 12;

const Lines = chakra('div', {
  base: {
    display: { base: 'inline-block', md: 'block' },
    verticalAlign: 'top',
    minWidth: 0,
    py: { md: '6px' },
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
    lineHeight: '20px',
    '& .name': { color: 'fg.muted' },
  },
});

const short = (text: string) => (text.length > SHORT_LETTERS ? `${text.slice(0, SHORT_LETTERS)}…` : text);

const Line = ({ name, text }: ValueLine) => (
  <div>
    {name !== '' && <span className="name">{`${name}: `}</span>}
    {text === '' ? MISSING : text}
  </div>
);

/** Renders an old or new value of an action field by field; a long value is collapsed. */
export function ValueLines({ value }: { readonly value: unknown }) {
  const [isOpen, setOpen] = useState(false);
  const lines = valueLines(value);
  if (lines.length === 0) return <>{MISSING}</>;
  const isLong = lines.length > SHORT_LINES || lines.some(({ text }) => text.length > SHORT_LETTERS);
  return (
    <Lines>
      {(isOpen ? lines : lines.slice(0, SHORT_LINES)).map(({ name, text }) => (
        <Line key={name} name={name} text={isOpen ? text : short(text)} />
      ))}
      {isLong && <MoreButton isOpen={isOpen} onOpen={setOpen} />}
    </Lines>
  );
}
