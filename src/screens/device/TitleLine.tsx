import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  /** Actions at the right end. */
  readonly children: ReactNode;
}

/** Renders the title below the device selection, such as "Device Logs - LF-01", with its actions. */
export function TitleLine({ title, children }: Props) {
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="8px 12px" minHeight="36px" flex="none">
      <chakra.h2 textStyle="title" fontSize={{ base: '20px', md: '22px' }} overflowWrap="anywhere" minWidth="0">
        {title}
      </chakra.h2>
      <chakra.div display="flex" flexWrap="wrap" gap="8px" ml={{ md: 'auto' }}>
        {children}
      </chakra.div>
    </chakra.div>
  );
}
