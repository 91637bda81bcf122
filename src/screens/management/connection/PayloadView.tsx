import { chakra } from '@chakra-ui/react';
import type { ReceivedMessage } from '#contract/devices/deviceConnection';
import { payloadLines } from '#domain/devices/payloadLines';

const Lines = chakra('div', {
  base: {
    my: '6px',
    p: '10px 12px',
    bg: 'bg.subtle',
    borderRadius: 'sheet',
    fontSize: '13px',
    '& > div': {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
      gap: '0 16px',
      px: '4px',
      borderInlineStart: '3px solid transparent',
    },
    '& code': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
    '& .note': { color: 'fg.muted', overflowWrap: 'anywhere' },
    '& [data-is=lost]': {
      bg: 'error.bg',
      borderInlineStartColor: 'error.solid',
      '& code': { fontWeight: 500 },
      '& .note': { color: 'error.fg' },
    },
    '& [data-is=noted]': { borderInlineStartColor: 'warning.solid' },
  },
});

const Others = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '2px 14px',
    '& dt': { fontWeight: 500, overflowWrap: 'anywhere' },
    '& dd': { color: 'fg.muted' },
  },
});

const WORDS = { lost: 'Left out', noted: 'Noted' } as const;

/** Renders a payload line by line with how each field was read, and its missing fields. */
export function PayloadView({ message }: { readonly message: ReceivedMessage }) {
  const { lines, others } = payloadLines(message);
  return (
    <>
      <Others translate="no">
        {others.map(({ field, note }, index) => [
          <dt key={`${String(index)} field`}>
            <code>{field}</code>
          </dt>,
          <dd key={`${String(index)} note`}>{note}</dd>,
        ])}
      </Others>
      <Lines translate="no" role="group" aria-label="The payload as it came">
        {lines.map(({ text, is, note }, index) => (
          <div key={String(index)} data-is={is}>
            <code>{text}</code>
            {is !== 'read' && <span className="note">{`${WORDS[is]}: ${note ?? ''}`}</span>}
          </div>
        ))}
      </Lines>
    </>
  );
}
