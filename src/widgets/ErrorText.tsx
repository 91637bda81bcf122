import type { CodePlace } from '#domain/errorCodes/errorCode';
import { selectErrorText } from '#state/referenceData';
import { useAppSelector } from '#state/hooks/useAppSelector';

interface Props {
  readonly code: string;
  readonly place: CodePlace;
}

/** Renders the text of an error code for engineers, or the fallback text of `place` for an unknown code. */
export function ErrorText({ code, place }: Props) {
  const text = useAppSelector((s) => selectErrorText(s, code, place));
  return <>{text}</>;
}
