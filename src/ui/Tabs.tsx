import { defineSlotRecipe, Tabs as Parts } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Option } from './Select.tsx';

const recipe = defineSlotRecipe({
  slots: ['list', 'trigger', 'content'],
  base: {
    list: { display: 'flex', flexWrap: 'wrap', columnGap: '24px', borderBottom: '1px solid', borderColor: 'border' },
    trigger: {
      position: 'relative',
      height: { base: '44px', lg: '40px' },
      flex: 'none',
      color: 'fg.muted',
      fontWeight: 500,
      borderBottom: '2px solid transparent',
      outlineOffset: '-2px',
      _hover: { color: 'fg' },
      // Makes the touch target of a short label as wide as a finger.
      _before: { content: '""', position: 'absolute', insetY: 0, insetX: '-12px' },
      '&[data-selected]': { color: 'fg', fontWeight: 600, borderBottomColor: 'accent.solid' },
    },
    content: { mt: '4' },
  },
});

interface Props {
  readonly label: string;
  readonly tabs: readonly Option[];
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** The content of the selected tab. */
  readonly children: ReactNode;
}

/** Renders tabs, which wrap to more lines if they do not fit; the arrow keys, Home and End move the focus and select. */
export function Tabs({ label, tabs, value, onValue, children }: Props) {
  return (
    <Parts.Root recipe={recipe} value={value} onValueChange={(chosen) => onValue(chosen.value)}>
      <Parts.List aria-label={label}>
        {tabs.map((tab) => (
          <Parts.Trigger key={tab.value} value={tab.value}>
            {tab.label}
          </Parts.Trigger>
        ))}
      </Parts.List>
      <Parts.Content value={value}>{children}</Parts.Content>
    </Parts.Root>
  );
}
