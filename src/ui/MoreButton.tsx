import { Button } from './Button.tsx';

interface Props {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** Renders "Show All" and "Show Less", which expand and collapse long content. */
export function MoreButton({ isOpen, onOpen }: Props) {
  return (
    <Button variant="link" size="sm" ms="-8px" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
      {isOpen ? 'Show Less' : 'Show All'}
    </Button>
  );
}
