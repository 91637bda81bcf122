import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { IconButton } from './IconButton.tsx';
import { Tooltip } from './Tooltip.tsx';

const Word = chakra('span', { base: { display: { md: 'var(--word, none)' }, fontSize: '11px', lineHeight: '13px', whiteSpace: 'nowrap' } });

interface Props extends ComponentProps<typeof IconButton> {
  /**
   * The text below the icon, a part of the accessible name. Shown below 960 px, where no pointer opens the tooltip, in a row that has room for it (`--word:
   * block`).
   */
  readonly word?: string;
}

/** Renders an icon button of a toolbar; its `title` or name is a tooltip for pointer and keyboard. */
export const ToolButton = ({ title, word, children, ...rest }: Props) => (
  <Tooltip isName text={title ?? rest['aria-label']}>
    <IconButton title="" {...rest}>
      {children}
      {word !== undefined && <Word>{word}</Word>}
    </IconButton>
  </Tooltip>
);
