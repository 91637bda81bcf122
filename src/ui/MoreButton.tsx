import { Button } from './Button.tsx';

interface Props {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** Shows the rest of what is long, and hides it again. */
export function MoreButton({ isOpen, onOpen }: Props) {
  return (
    <Button look="link" size="sm" ms="-8px" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
      {isOpen ? 'Show Less' : 'Show All'}
    </Button>
  );
}
