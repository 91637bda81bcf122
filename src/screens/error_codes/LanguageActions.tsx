import { chakra } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { getErrorCodesExport } from '#contract/errorCode';
import { languageName } from '#domain/people/languageName';
import { useDownload } from '#state/hooks/useDownload';
import { Button } from '#ui/Button';
import { Select } from '#ui/Select';

interface Props {
  readonly language: string;
  readonly languages: readonly string[];
  readonly onLanguage: (language: string) => void;
}

/** Renders the language select and the button that saves the catalogue in that language as PDF. */
export function LanguageActions({ language, languages, onLanguage }: Props) {
  const file = useDownload(getErrorCodesExport);
  const isKnown = languages.includes(language);
  const choices = isKnown ? languages : [language, ...languages];
  return (
    <>
      <chakra.div width={{ base: '100%', sm: '180px' }}>
        <Select
          label="Language"
          options={choices.map((value) => ({ value, label: languageName(value) }))}
          value={language}
          onValue={onLanguage}
        />
      </chakra.div>
      <Button disabled={!isKnown || file.isLoading || !file.isPossible} onClick={() => file.download({}, { language })}>
        <Download aria-hidden="true" />
        {file.isLoading ? 'Exporting' : 'Export PDF'}
      </Button>
    </>
  );
}
