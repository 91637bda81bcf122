import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import type { Option } from './Select.tsx';

const List = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '24px',
    borderBottom: '1px solid',
    borderColor: 'border',
    '& button': {
      height: { base: '44px', lg: '40px' },
      flex: 'none',
      color: 'fg.muted',
      fontWeight: 500,
      borderBottom: '2px solid transparent',
      outlineOffset: '-2px',
      _hover: { color: 'fg' },
    },
    '& button[aria-selected=true]': { color: 'fg', fontWeight: 600, borderBottomColor: 'accent.solid' },
  },
});

interface Props {
  readonly label: string;
  readonly tabs: readonly Option[];
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** The content of the chosen tab. */
  readonly children: ReactNode;
}

/** Renders tabs, in a second line what does not fit; the arrow keys, Home and End move and choose. */
export function Tabs({ label, tabs, value, onValue, children }: Props) {
  const id = useId();
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const targets: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    const target = targets[event.key];
    const next = target === undefined ? undefined : tabs.at(target % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onValue(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <>
      <List role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onValue(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </List>
      <chakra.div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} mt="4">
        {children}
      </chakra.div>
    </>
  );
}
