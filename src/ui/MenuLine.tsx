import { chakra } from '@chakra-ui/react';
import { Check, type LucideIcon } from 'lucide-react';
import { menuStyle } from './menuStyle.ts';

/** An entry of a menu: an action, or an option with a check mark. */
export interface MenuEntry {
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  readonly act: () => void;
  /** For options only: whether it is chosen. Choosing an option keeps the menu open. */
  readonly checked?: boolean;
}

const Line = chakra('div', {
  base: {
    ...menuStyle.entry,
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

/** Renders one entry of an open menu. The focus stays on the menu; the entry is only highlighted. */
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
