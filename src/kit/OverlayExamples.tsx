import { chakra } from '@chakra-ui/react';
import { LogOut, Sun, User } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/Button';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { Dialog } from '#ui/Dialog';
import { Menu } from '#ui/Menu';
import { Modal } from '#ui/Modal';
import { Toasts } from '#ui/Toasts';
import { Tooltip } from '#ui/Tooltip';
import { useConfirm } from '#ui/useConfirm';
import { Example, Group } from './Example.tsx';
import { ignore, LONG } from './sampleTexts.ts';

const ITEMS = [
  { id: 'account', label: 'Account', icon: User, onChoose: ignore },
  { id: 'leave', label: 'Log Out', icon: LogOut, onChoose: ignore },
];
const TOASTS = [
  { id: 'done', tone: 'success', text: 'Location saved' },
  { id: 'failed', tone: 'warning', text: LONG },
] as const;

function Dialogs() {
  const [open, setOpen] = useState<'dialog' | 'stop' | 'panel' | null>(null);
  const close = () => setOpen(null);
  const { confirm, question } = useConfirm();
  return (
    <>
      <Example of="Dialog">
        <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
        <Dialog
          open={open === 'dialog'}
          title="Versions"
          onClose={close}
          actions={
            <Button variant="raised" size="lg" onClick={close}>
              Close
            </Button>
          }
        >
          <p>{LONG}</p>
        </Dialog>
      </Example>
      <Example of="ConfirmDialog">
        <Button onClick={() => confirm(`Delete ${LONG}`, ignore)}>Open question</Button>
        <Button onClick={() => setOpen('stop')}>Open red question</Button>
        {question}
        <ConfirmDialog
          open={open === 'stop'}
          text="Stop every device"
          consequence="They stand until they are started again."
          danger
          onYes={close}
          onNo={close}
        />
      </Example>
      <Example of="Modal">
        <Button onClick={() => setOpen('panel')}>Open panel</Button>
        {open === 'panel' && (
          <Modal place="edge" onClose={close} closeOnScrim>
            <chakra.div role="dialog" aria-modal="true" aria-label="Panel" tabIndex={-1} height="100%" p="6" bg="bg.panel">
              <Button onClick={close}>Close</Button>
            </chakra.div>
          </Modal>
        )}
      </Example>
    </>
  );
}

function Messages() {
  const [gone, setGone] = useState<readonly string[]>([]);
  return (
    <Example of="Toasts">
      <Button onClick={() => setGone([])}>Show toasts</Button>
      <Toasts toasts={TOASTS.filter(({ id }) => !gone.includes(id))} onGone={(id) => setGone((before) => [...before, id])} />
    </Example>
  );
}

/** Shows the components that open over the page: dialogs, menus, tooltips. */
export function OverlayExamples() {
  const [theme, setTheme] = useState('light');
  const options = [
    { value: 'light', label: 'Light', icon: Sun },
    { value: 'dark', label: 'Dark' },
  ];
  return (
    <Group title="Over the page">
      <Dialogs />
      <Example of="Menu">
        <Menu trigger={<Button>Open menu</Button>} items={ITEMS} choice={{ label: 'Theme', value: theme, options, onValue: setTheme }} />
      </Example>
      <Example of="Tooltip">
        <Tooltip text={LONG}>
          <Button>Explained</Button>
        </Tooltip>
      </Example>
      <Messages />
    </Group>
  );
}
