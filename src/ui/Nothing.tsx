import { Stack } from '@chakra-ui/react';
import { EmptyLanes } from './EmptyLanes.tsx';

/** The look of a place that has nothing to show, and the words that say so. */
export function Nothing({ text }: { readonly text: string }) {
  return (
    <Stack role="status" align="center" gap="2" py="7" bg="bg.subtle" borderRadius="sheet" color="fg.muted" textAlign="center">
      <EmptyLanes />
      <strong>{text}</strong>
    </Stack>
  );
}
