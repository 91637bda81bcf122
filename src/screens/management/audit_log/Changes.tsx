import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { MISSING } from '#domain/text/numbers';
import { MoreButton } from '#ui/MoreButton';
import { WrappingText } from '#ui/WrappingText';

/** Number of fields that are shown while collapsed, because a page contains up to a hundred lines. */
const SHORT_LINES = 3;

const Lines = chakra('div', {
  base: {
    display: { base: 'inline-block', md: 'block' },
    verticalAlign: 'top',
    minWidth: 0,
    whiteSpace: 'normal',
    lineHeight: '20px',
  },
});

/** Renders the changes of a recorded call, one line per field; many lines are collapsed. Source: AUDITC3. */
export function Changes({ texts }: { readonly texts: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  if (texts.length === 0) return <>{MISSING}</>;
  return (
    <Lines>
      {(isOpen ? texts : texts.slice(0, SHORT_LINES)).map((text) => (
        <div key={text}>
          <WrappingText>{text}</WrappingText>
        </div>
      ))}
      {texts.length > SHORT_LINES && <MoreButton isOpen={isOpen} onOpen={setOpen} />}
    </Lines>
  );
}
