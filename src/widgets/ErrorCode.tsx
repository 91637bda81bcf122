import { chakra } from '@chakra-ui/react';
import { Fragment } from 'react';
import { codeText, isErrorCode, type CodePlace, errorCodeParts } from '#domain/errorCodes/errorCode';
import { Tooltip } from '#ui/Tooltip';
import { ErrorText } from './ErrorText.tsx';

const Code = chakra('button', {
  base: {
    color: 'error.fg',
    fontWeight: 600,
    fontSize: 'inherit',
    lineHeight: '20px',
    textDecoration: 'underline dotted 1px',
    textUnderlineOffset: '3px',
    whiteSpace: 'nowrap',
  },
});

interface Props {
  readonly code: string;
  /** The place where the code is shown, which determines the text of a code that the catalogue does not contain. */
  readonly place?: CodePlace;
}

/**
 * Renders an error code in red; hover, focus or tap shows its texts, or "Unknown". `CodedText` renders the codes inside a text. A value that is not an error
 * code (no `0x`, or no error) is plain text.
 */
export function ErrorCode({ code, place = 'events' }: Props) {
  if (!isErrorCode(code)) return <>{code}</>;
  return (
    <Tooltip text={<ErrorText code={code} place={place} />}>
      <Code type="button" htmlTranslate="no">
        {codeText(code)}
      </Code>
    </Tooltip>
  );
}

/** Renders a text in which every error code is red and shows its meaning. */
export function CodedText({ text }: { readonly text: string }) {
  return errorCodeParts(text).map((part, at) => (
    <Fragment key={at}>{part.isCode ? <ErrorCode code={part.text} place="events" /> : part.text}</Fragment>
  ));
}
