import { chakra } from '@chakra-ui/react';
import { type ReactNode, useLayoutEffect, useRef, type RefObject } from 'react';
import { menuStyle } from './menuStyle.ts';
import { type MenuEntry, MenuLine } from './MenuLine.tsx';
import { useDismiss } from './useDismiss.ts';
import { useHighlighted } from './useHighlighted.ts';
import { useAnchorPosition } from './useAnchorPosition.ts';

interface Props {
  readonly id: string;
  readonly anchor: HTMLElement;
  readonly head?: ReactNode;
  readonly acts: readonly MenuEntry[];
  readonly choices: readonly MenuEntry[];
  readonly choiceLabel?: string | undefined;
  /** Index of the initially highlighted entry, counted over actions and choices. */
  readonly first: number | null;
  readonly onClose: () => void;
}

const List = chakra('div', {
  base: {
    ...menuStyle.plate,
    minWidth: '220px',
    animation: 'fade 160ms ease-out',
    '& [role=group]': { mt: '1', pt: '1', borderTop: '1px solid', borderColor: 'border' },
  },
});

/** Renders the open menu. It has the focus itself and exposes the highlighted entry; closing returns the focus to the opening button. */
export function MenuList({ id, anchor, head, acts, choices, choiceLabel, first, onClose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const entries = [...acts, ...choices];
  const leave = useOpenList(list, anchor, onClose);
  const choose = ({ act, checked }: MenuEntry) => {
    if (checked === undefined) leave();
    act();
  };
  const { at, setAt, idOf, onKeyDown } = useHighlighted({
    first,
    words: entries.map(({ label }) => label),
    onChoose: (index) => entries[index] && choose(entries[index]),
    onLeave: leave,
  });
  const line = (entry: MenuEntry, index: number) => {
    const rest = { id: idOf(index), marked: index === at, onMark: () => setAt(index), onChoose: () => choose(entry) };
    return <MenuLine key={entry.label} entry={entry} {...rest} />;
  };
  return (
    <List
      ref={list}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-labelledby={anchor.id}
      aria-activedescendant={at === null ? undefined : idOf(at)}
      onKeyDown={onKeyDown}
      onPointerLeave={() => setAt(null)}
    >
      {head}
      {acts.map(line)}
      {choices.length > 0 && (
        <div role="group" aria-label={choiceLabel}>
          {choices.map((entry, index) => line(entry, acts.length + index))}
        </div>
      )}
    </List>
  );
}

/** Positions the list, focuses it and closes it on Escape or a press outside. Returns the function that closes it and returns the focus. */
function useOpenList(list: RefObject<HTMLDivElement | null>, anchor: HTMLElement, onClose: () => void) {
  useAnchorPosition(list, anchor, { align: 'end', gap: 8 });
  useLayoutEffect(() => {
    list.current?.focus({ preventScroll: true });
  }, [list]);
  const leave = () => {
    anchor.focus();
    onClose();
  };
  useDismiss(list, anchor, (by) => (by === 'escape' ? leave() : onClose()));
  return leave;
}
