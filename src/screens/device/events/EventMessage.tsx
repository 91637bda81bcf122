import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { MoreButton } from '#ui/MoreButton';

/** A sentence or two; a message may be as long as a device likes. */
const SHORT_LETTERS = 240;

const Words = chakra('div', { base: { py: { lg: '6px' }, whiteSpace: 'normal', overflowWrap: 'anywhere' } });

/** What a device says of an event; a long message is short until asked for. */
export function EventMessage({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > SHORT_LETTERS;
  return (
    <Words>
      {isLong && !isOpen ? `${text.slice(0, SHORT_LETTERS)}…` : text}
      {isLong && (
        <div>
          <MoreButton isOpen={isOpen} onOpen={setOpen} />
        </div>
      )}
    </Words>
  );
}
