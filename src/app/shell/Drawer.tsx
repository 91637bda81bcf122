import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#ui/IconButton';
import { Logo } from '#ui/Logo';
import { Modal } from '#ui/Modal';
import { SIDEBAR_PX } from '#ui/shellSizes';
import { URGENT_HEIGHT } from '#ui/Urgent';
import { useAriaModal } from '#ui/urgentLayers';

interface Props {
  readonly open: boolean;
  readonly product: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const Box = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    width: `min(${SIDEBAR_PX + 40}px, 85vw)`,
    height: `calc(100dvh - var(${URGENT_HEIGHT}, 0px))`,
    bg: 'bg.shell',
    boxShadow: 'dialog',
    outline: 'none',
  },
});
const Head = chakra('div', { base: { display: 'flex', alignItems: 'center', flex: 'none', height: '56px', ps: '20px', pe: '8px' } });

/** Renders the sidebar as a drawer on small screens. */
export function Drawer({ open, product, onClose, children }: Props) {
  const ariaModal = useAriaModal();
  if (!open) return null;
  return (
    <Modal place="edge" onClose={onClose} closeOnScrim>
      <Box role="dialog" aria-modal={ariaModal} aria-label="Menu" tabIndex={-1}>
        <Head>
          <Logo name={product} />
          <IconButton aria-label="Close menu" ml="auto" onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </Head>
        {children}
      </Box>
    </Modal>
  );
}
