import type { LucideIcon } from 'lucide-react';
import {
  type ButtonHTMLAttributes,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useState,
} from 'react';
import { MenuList } from './MenuList.tsx';

interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  readonly onChoose: () => void;
}

/** A set of exclusive options inside the menu; choosing one keeps the menu open. */
interface MenuChoice {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly icon?: LucideIcon | undefined }[];
  readonly onValue: (value: string) => void;
}

interface Props {
  /** The button that opens the menu. */
  readonly trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  readonly items: readonly MenuItem[];
  /** Shown above the entries: whose menu it is. */
  readonly head?: ReactNode;
  readonly choice?: MenuChoice | undefined;
}

interface Open {
  readonly anchor: HTMLElement;
  readonly first: number | null;
}

/** Renders a menu button and its menu: arrow keys, letters and Escape work. */
export function Menu({ trigger, items, head, choice }: Props) {
  const [open, setOpen] = useState<Open | null>(null);
  const id = useId();
  const acts = items.map(({ label, icon, onChoose }) => ({ label, icon, act: onChoose }));
  const choices = (choice?.options ?? []).map(({ value, label, icon }) => ({
    label,
    icon,
    checked: value === choice?.value,
    act: () => choice?.onValue(value),
  }));
  // A click with `detail` 0 comes from the keyboard, which needs an initial entry.
  const onClick = ({ currentTarget, detail }: MouseEvent<HTMLElement>) =>
    setOpen(open === null ? { anchor: currentTarget, first: detail === 0 ? 0 : null } : null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpen({ anchor: event.currentTarget, first: event.key === 'ArrowDown' ? 0 : acts.length + choices.length - 1 });
  };
  return (
    <>
      {cloneElement(trigger, {
        id: `${id}button`,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== null,
        'aria-controls': open === null ? undefined : id,
        onClick,
        onKeyDown,
      })}
      {open && (
        <MenuList id={id} {...open} head={head} acts={acts} choices={choices} choiceLabel={choice?.label} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
