import { chakra } from '@chakra-ui/react';

/** Text of a cell that wraps, also inside long words. */
export const WrappingText = chakra('span', { base: { whiteSpace: 'normal', overflowWrap: 'anywhere' } });

const Word = chakra('span', { base: { display: 'inline-block', maxWidth: '100%', whiteSpace: 'pre-wrap' } });

/** Renders a text that wraps between its words: an identifier with hyphens is broken only where it is longer than a line. */
export function WholeWords({ text }: { readonly text: string }) {
  return (
    <WrappingText>
      {text.split(/(?<= )/).map((word, index) => (
        <Word key={`${index} ${word}`}>{word}</Word>
      ))}
    </WrappingText>
  );
}
