import type { TimeSpan } from '#domain/text/timeUnits';
import { chakra } from '@chakra-ui/react';
import { codeText } from '#domain/errorCodes/errorCode';
import type { PastError } from '#domain/history/deviceHistory';

const Mark = chakra('div', { base: { position: 'absolute', top: '50%', translate: '0 -50%', pointerEvents: 'none' } });
const Bar = chakra('div', { base: { height: '6px', minWidth: '2px', borderRadius: '3px', bg: 'error.solid', opacity: 0.45 } });
const Diamond = chakra('div', {
  base: {
    position: 'absolute',
    top: '50%',
    width: '9px',
    height: '9px',
    translate: '-50% -50%',
    transform: 'rotate(45deg)',
    bg: 'error.solid',
    borderRadius: '1px',
  },
});
const Code = chakra('span', {
  base: {
    position: 'absolute',
    top: '50%',
    insetInlineStart: 'calc(100% + 8px)',
    translate: '0 -50%',
    color: 'error.fg',
    fontSize: '12px',
    lineHeight: '16px',
    fontWeight: 600,
    whiteSpace: 'nowrap',
  },
});

/** Maximum number of marks; marks with a code have a lower maximum, because more would overlap. */
const MARKS = 200;
const CODES = 6;

interface Props {
  readonly errors: readonly PastError[];
  readonly span: TimeSpan;
  /** The end of the bars of errors that still last, in ms since epoch. */
  readonly end: number;
  /** Whether there is space for the codes. */
  readonly hasCodes: boolean;
}

/** Renders the errors of a span: a diamond at the start of each, and a bar for its duration. */
export function ErrorMarks({ errors, span: { from, to }, end, hasCodes }: Props) {
  const shown = errors.filter((error) => error.at < to && (error.to ?? end) > from).slice(-MARKS);
  const length = to - from;
  return shown.map(({ at, to: until, code }, index) => {
    const [begin, stop] = [Math.max(at, from), Math.min(until ?? end, to)];
    const next = shown[index + 1]?.at ?? to;
    // A code fits if no other mark follows within an eighth of the width.
    const isRoomy = hasCodes && shown.length <= CODES && next - stop > length / 8;
    return (
      <Mark
        key={`${at} ${code ?? ''}`}
        aria-hidden="true"
        style={{ insetInlineStart: `${((begin - from) / length) * 100}%`, width: `${((stop - begin) / length) * 100}%` }}
      >
        <Bar />
        {at >= from && <Diamond />}
        {isRoomy && code !== null && <Code translate="no">{codeText(code)}</Code>}
      </Mark>
    );
  });
}
