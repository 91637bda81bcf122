import { chakra } from '@chakra-ui/react';
import { Fragment } from 'react';

/** Text of a cell that wraps, even inside long words. A table leaves space between its lines and the next row. */
export const WrappingText = chakra(
  'span',
  { base: { whiteSpace: 'normal', overflowWrap: 'anywhere' } },
  { defaultProps: { className: 'wraps' } },
);

const Word = chakra('span', { base: { display: 'inline-block', maxWidth: '100%' } });

/** Renders a text that wraps between its words; an identifier with hyphens is broken only if it is longer than a line. */
export function WholeWords({ text }: { readonly text: string }) {
  return (
    <WrappingText>
      {text.split(' ').map((word, index) => (
        <Fragment key={`${index} ${word}`}>
          {index > 0 && ' '}
          <Word>{word}</Word>
        </Fragment>
      ))}
    </WrappingText>
  );
}
