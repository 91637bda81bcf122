import { chakra } from '@chakra-ui/react';
import { codeMeanings, type CodePlace } from '#domain/errorCodes/errorCode';
import { selectErrorCatalogue } from '#state/referenceData';
import { selectProfile } from '#state/session';
import { useAppSelector } from '#hooks/useAppSelector';

interface Props {
  readonly code: string;
  readonly place: CodePlace;
}

/** The text for engineers, after the text in the reader's language. */
const Engineers = chakra('span', { base: { opacity: 0.72 } });

/**
 * Renders the meaning of an error code: in the language of the signed-in user, if the catalogue contains it, and for engineers; for an unknown code, the
 * fallback text of `place`. Source: ERRLANG1.
 */
export function ErrorText({ code, place }: Props) {
  const catalogue = useAppSelector(selectErrorCatalogue);
  const locale = useAppSelector((s) => selectProfile(s)?.locale);
  const [text, engineers] = codeMeanings(code, catalogue, locale, place);
  if (engineers === undefined) return <>{text}</>;
  return (
    <>
      <span lang={locale ?? undefined}>{text}</span> <Engineers>{engineers}</Engineers>
    </>
  );
}
