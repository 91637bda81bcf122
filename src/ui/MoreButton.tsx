import { Button } from './Button.tsx';

interface Props {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** Renders a button that expands and collapses long content. */
export function MoreButton({ isOpen, onOpen }: Props) {
  return (
    <Button variant="link" size="sm" ms="-8px" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
      {isOpen ? 'Show Less' : 'Show All'}
    </Button>
  );
}
