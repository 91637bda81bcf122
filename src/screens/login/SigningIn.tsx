import { chakra } from '@chakra-ui/react';
import { LoaderCircle } from 'lucide-react';
import { Button } from '#ui/Button';

const Well = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: '4',
    py: '3',
    bg: 'bg.subtle',
    borderRadius: 'sheet',
  },
});
const Turning = chakra(LoaderCircle, { base: { animation: 'spin 1s linear infinite', _motionReduce: { animation: 'none' } } });

/** Renders "Signing you in in popup window..." with Cancel. */
export function SigningIn({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <Well role="status">
      <Turning aria-hidden="true" />
      <span>Signing you in in popup window...</span>
      <Button variant="ghost" ml="auto" onClick={onCancel}>
        Cancel
      </Button>
    </Well>
  );
}
