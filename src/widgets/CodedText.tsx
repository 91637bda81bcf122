import { Fragment } from 'react';
import { errorCodeParts } from '#domain/errorCodeParts';
import { ErrorCode } from './ErrorCode.tsx';

/** A text in which every error code is red and tells its meaning. */
export function CodedText({ text }: { readonly text: string }) {
  return errorCodeParts(text).map((part, at) => (
    <Fragment key={at}>{part.isCode ? <ErrorCode code={part.text} place="events" /> : part.text}</Fragment>
  ));
}
