import { type ButtonHTMLAttributes, cloneElement, type KeyboardEvent, type MouseEvent, type ReactElement, useId, useState } from 'react';
import { inCorner, loadable } from './loadable.tsx';
import type { OpenMenuProps } from './OpenMenu.tsx';

/** The open menu. Its code is downloaded when the page is idle, or when the user is about to open the first menu. */
export const OpenMenu = loadable(async () => (await import('./OpenMenu.tsx')).OpenMenu, { waiting: null, place: inCorner });

const load = () => void OpenMenu.load().catch(() => undefined);

interface Props extends Pick<OpenMenuProps, 'items' | 'choice'> {
  /** The button that opens the menu. */
  readonly trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  /** Whether the menu cannot be opened at present; its button keeps the focus. */
  readonly isOff?: boolean;
}

/** Renders a menu button and its menu: arrow keys, letters and Escape work. */
export function Menu({ trigger, isOff = false, ...entries }: Props) {
  const [open, setOpen] = useState<Pick<OpenMenuProps, 'anchor' | 'first'> | null>(null);
  const id = useId();
  // A click with `detail` 0 was made with the keyboard, which needs an initially highlighted entry.
  const onClick = ({ currentTarget, detail }: MouseEvent<HTMLElement>) =>
    setOpen(open === null ? { anchor: currentTarget, first: detail === 0 ? 'first' : 'none' } : null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpen({ anchor: event.currentTarget, first: event.key === 'ArrowDown' ? 'first' : 'last' });
  };
  return (
    <>
      {cloneElement(trigger, {
        id: `${id}button`,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== null,
        'aria-controls': open === null ? undefined : id,
        ...(isOff ? { 'aria-disabled': true } : { onClick, onKeyDown }),
        onPointerEnter: load,
        onFocus: load,
      })}
      {open && <OpenMenu id={id} {...open} {...entries} onClose={() => setOpen(null)} />}
    </>
  );
}
