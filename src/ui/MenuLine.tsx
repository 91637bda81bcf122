import { chakra } from '@chakra-ui/react';
import { Check, type LucideIcon } from 'lucide-react';
import { menuLook } from './menuLook.ts';

/** What a menu offers: an act, or one of a few with its mark. */
export interface MenuEntry {
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  readonly act: () => void;
  /** Only for one of a few: whether it is the chosen one. Choosing it leaves the menu open. */
  readonly checked?: boolean;
}

const Line = chakra('div', {
  base: {
    ...menuLook.entry,
    gap: '10px',
    height: { base: '44px', lg: '34px' },
    '& .check': { ml: 'auto', color: 'accent.fg' },
  },
});

interface Props {
  readonly id: string;
  readonly entry: MenuEntry;
  readonly marked: boolean;
  readonly onMark: () => void;
  readonly onChoose: () => void;
}

/** One entry of an open menu; the menu has the focus, the entry only the mark. */
export function MenuLine({ id, entry: { label, icon: Icon, checked }, marked, onMark, onChoose }: Props) {
  return (
    <Line
      id={id}
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      data-highlighted={marked ? '' : undefined}
      onPointerMove={onMark}
      onClick={onChoose}
    >
      {Icon && <Icon aria-hidden="true" />}
      {label}
      {checked === true && <Check className="lucide check" aria-hidden="true" />}
    </Line>
  );
}
