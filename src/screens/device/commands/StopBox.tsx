import { chakra } from '@chakra-ui/react';
import { OctagonX } from 'lucide-react';
import { CommandButton } from '#widgets/CommandButton';

// Sticky: the stop stays visible while the list is scrolled.
const Box = chakra('section', {
  base: {
    position: 'sticky',
    top: { base: '8px', md: '12px' },
    zIndex: 2,
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
    gap: { base: '12px', sm: '16px' },
    alignItems: 'center',
    p: '16px',
    ps: { sm: '20px' },
    bg: 'bg.subtle',
    borderRadius: 'sheet',
    '& p': { color: 'fg.muted' },
  },
});

/** Renders the stop of a device: needs no control, asks for confirmation. */
export function StopBox({ serial }: { readonly serial: string }) {
  return (
    <Box aria-label="Stop">
      <p>Needs no control, is never queued. The robot stops where it stands.</p>
      <CommandButton name="stop" serial={serial} variant="danger" size="lg" icon={OctagonX} />
    </Box>
  );
}
