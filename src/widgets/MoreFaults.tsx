import { chakra } from '@chakra-ui/react';
import { faultLine, type Fault, type ListedFaults } from '#domain/devices/faults';
import { countText } from '#domain/text/labels';
import { Tooltip } from '#ui/Tooltip';

const Count = chakra('button', {
  base: { color: 'error.fg', fontWeight: 600, fontSize: 'inherit', lineHeight: '20px', whiteSpace: 'nowrap' },
});
const First = chakra('button', {
  base: {
    display: 'inline-block',
    maxWidth: '200px',
    verticalAlign: 'top',
    color: 'error.fg',
    fontWeight: 600,
    fontSize: 'inherit',
    lineHeight: '20px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    textDecoration: 'underline dotted 1px',
    textUnderlineOffset: '3px',
  },
});
const Lines = chakra('span', { base: { whiteSpace: 'pre-line' } });

/** Renders the number of further faults of a device (`+2`) after a space; hover, focus or tap lists the faults. Source: FAULTS1. */
export function MoreFaults({ faults }: { readonly faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <>
      {' '}
      <Tooltip text={<Lines>{faults.map(faultLine).join('\n')}</Lines>}>
        <Count type="button" aria-label={countText(faults.length, 'further fault')}>{`+${faults.length}`}</Count>
      </Tooltip>
    </>
  );
}

/**
 * Renders the worst fault of a device in error without an error code, by name and in the style of a code, and the number of further faults. Source: FAULTS1.
 */
export function NamedFaults({ first, further }: ListedFaults) {
  return (
    <>
      {first !== null && (
        <>
          {' '}
          <Tooltip text={faultLine(first)}>
            <First type="button">{first.name}</First>
          </Tooltip>
        </>
      )}
      <MoreFaults faults={further} />
    </>
  );
}
