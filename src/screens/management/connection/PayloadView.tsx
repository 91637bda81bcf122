import { chakra } from '@chakra-ui/react';
import type { ReceivedMessage } from '#contract/devices/deviceConnection';
import { payloadLines } from '#domain/devices/payloadLines';

const Lines = chakra('div', { base: { my: '6px', p: '10px 12px', bg: 'bg.subtle', borderRadius: 'sheet', fontSize: '13px' } });
const Line = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
    gap: '0 16px',
    px: '4px',
    borderInlineStart: '3px solid transparent',
  },
  variants: {
    fate: {
      read: {},
      lost: { bg: 'error.bg', borderInlineStartColor: 'error.solid' },
      noted: { borderInlineStartColor: 'warning.solid' },
    },
  },
});
const Text = chakra('code', {
  base: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  variants: { fate: { read: {}, lost: { fontWeight: 500 }, noted: {} } },
});
const Note = chakra('span', {
  base: { color: 'fg.muted', overflowWrap: 'anywhere' },
  variants: { fate: { lost: { color: 'error.fg' }, noted: {} } },
});

const Others = chakra('dl', { base: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '2px 14px' } });
const Other = chakra('dt', { base: { fontWeight: 500, overflowWrap: 'anywhere' } });
const OtherNote = chakra('dd', { base: { color: 'fg.muted', overflowWrap: 'anywhere' } });

const WORDS = { lost: 'Left out', noted: 'Noted' } as const;

/** Renders a payload line by line with how each field was read, and its missing fields. */
export function PayloadView({ message }: { readonly message: ReceivedMessage }) {
  const { lines, others } = payloadLines(message);
  return (
    <>
      <Others htmlTranslate="no">
        {others.map(({ field, note }, index) => [
          <Other key={`${String(index)} field`}>
            <code>{field}</code>
          </Other>,
          <OtherNote key={`${String(index)} note`}>{note}</OtherNote>,
        ])}
      </Others>
      <Lines htmlTranslate="no" role="group" aria-label="The payload as it came">
        {lines.map(({ text, is, note }, index) => (
          <Line key={String(index)} fate={is}>
            <Text fate={is}>{text}</Text>
            {is !== 'read' && <Note fate={is}>{`${WORDS[is]}: ${note ?? ''}`}</Note>}
          </Line>
        ))}
      </Lines>
    </>
  );
}
