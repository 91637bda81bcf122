import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, useState } from 'react';
import { fieldSurface } from '../fieldSurface.ts';
import { isEnter } from '../keyTargets.ts';

const Input = chakra('input', {
  base: { ...fieldSurface, width: '64px', height: { base: '44px', lg: '32px' }, px: '8px', textAlign: 'center', outline: 'none' },
});

/** Renders a field that opens a page by its number; other input has no effect. */
export function PageJump({ onPage }: { readonly onPage: (page: number) => void }) {
  const [text, setText] = useState('');
  const isWrong = text.trim() !== '' && !/^[+-]?\d{1,9}$/.test(text.trim());
  const jump = (event: KeyboardEvent<HTMLElement>) => {
    if (!isEnter(event) || text.trim() === '' || isWrong) return;
    onPage(Number(text));
    setText('');
  };
  return (
    <Input
      aria-label="Go to page"
      placeholder="Page"
      inputMode="numeric"
      value={text}
      aria-invalid={isWrong}
      data-invalid={isWrong || undefined}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={jump}
    />
  );
}
