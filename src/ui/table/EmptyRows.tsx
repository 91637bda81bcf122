import { Stack } from '@chakra-ui/react';
import { Button } from '../Button.tsx';
import { EmptyLanes } from '../EmptyLanes.tsx';

interface Props {
  readonly text: string;
  readonly filter: string | undefined;
  readonly onClear: (() => void) | undefined;
}

export function EmptyRows({ text, filter, onClear }: Props) {
  return (
    <Stack
      role="status"
      align="center"
      gap="2"
      py="7"
      mx="12px"
      mt="3"
      bg="bg.subtle"
      borderRadius="sheet"
      color="fg.muted"
      textAlign="center"
    >
      <EmptyLanes />
      <strong>{text}</strong>
      {filter !== undefined && <span>Filter: {filter}</span>}
      {onClear && (
        <Button look="link" onClick={onClear}>
          Clear Filter
        </Button>
      )}
    </Stack>
  );
}
