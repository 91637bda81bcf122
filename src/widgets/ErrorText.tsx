import type { CodePlace } from '#domain/errorCode';
import { selectErrorText } from '#state/referenceData';
import { useAppSelector } from '#state/useAppSelector';

interface Props {
  readonly code: string;
  readonly place: CodePlace;
}

/** The text of an error code for engineers, or the place's word for an unknown one. */
export function ErrorText({ code, place }: Props) {
  return useAppSelector((s) => selectErrorText(s, code, place));
}
