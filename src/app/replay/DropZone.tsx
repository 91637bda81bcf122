import { chakra } from '@chakra-ui/react';
import { FolderOpen } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { Button } from '#ui/Button';

const Zone = chakra('section', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '16px 32px',
    p: { base: '16px', md: '28px' },
    border: '1px dashed',
    borderColor: 'border.control',
    borderRadius: 'sheet',
  },
  variants: { over: { true: { bg: 'bg.subtle', borderColor: 'accent.fg' } } },
});

const Text = chakra('div', { base: { flex: '1 1 260px', minWidth: 0 } });
const Title = chakra('h2', { base: { textStyle: 'section' } });
const Note = chakra('p', { base: { color: 'fg.muted' } });
const Drawing = chakra('div', { base: { hideBelow: 'md', color: 'fg.muted' } });

const LANES = [0, 1, 2, 3, 5, 6, 7, 8];
const railAt = (lane: number) => `M${2 + lane * 15.5} 58V14a5 5 0 0 1 10 0v44`;

/** Renders nine lanes, one of which is missing, and an arrow to the missing one. */
const Rails = () => (
  <Drawing>
    <svg width="140" height="60" viewBox="0 0 140 60" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d={LANES.map(railAt).join('')} />
      <path d={railAt(4)} strokeDasharray="2 3" />
      <path d="M69 1v12m-4-4 4 4 4-4" />
    </svg>
  </Drawing>
);

interface Props {
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
}

/** Renders the drop zone for a recording; a file can be dropped on it or selected. */
export function DropZone({ isBusy, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined && !isBusy) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <Zone over={isOver} aria-label="Recording" onDragOver={drag} onDragLeave={() => setOver(false)} onDrop={drop}>
      <Rails />
      <Text>
        <Title>Drop a recording here</Title>
        <Note>A file of the flight recorder, .orangery. It is read in this browser and never leaves it.</Note>
      </Text>
      <input
        ref={input}
        type="file"
        accept=".orangery"
        aria-label="Recording file"
        hidden
        onChange={({ target }) => {
          take(target.files);
          // Cleared, so the same file can be selected again.
          target.value = '';
        }}
      />
      <Button variant="raised" disabled={isBusy} onClick={() => input.current?.click()}>
        <FolderOpen aria-hidden="true" /> {isBusy ? 'Reading…' : 'Choose a file'}
      </Button>
    </Zone>
  );
}
