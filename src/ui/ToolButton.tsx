import type { ComponentProps } from 'react';
import { IconButton } from './IconButton.tsx';
import { Tooltip } from './Tooltip.tsx';

type Props = ComponentProps<typeof IconButton>;

/** Renders an icon button of a row of tools, with its `title` or its name as a tooltip for pointer and keyboard. */
export const ToolButton = ({ title, ...rest }: Props) => (
  <Tooltip isName text={title ?? rest['aria-label']}>
    <IconButton title="" {...rest} />
  </Tooltip>
);
