import { chakra } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { getErrorCodesExport, getErrorCodesExportCheck } from '#contract/errorCode';
import { unprintableText } from '#domain/errorCodes/unprintableText';
import { languageName } from '#domain/text/languageName';
import { useFeature } from '#hooks/features';
import { useDownload } from '#hooks/useDownload';
import { useSave } from '#hooks/useSave';
import { Button } from '#ui/Button';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { Select } from '#ui/Select';
import { DownloadProgress } from '#widgets/DownloadProgress';

const NO_PDF = 'No answer came: the PDF is not saved. Try again.';

interface Props {
  readonly language: string;
  readonly languages: readonly string[];
  readonly onLanguage: (language: string) => void;
}

/** Saves the PDF of a language. If the server can check the texts, it is first asked for unprintable ones, and `question` is about those. */
function usePrint(language: string) {
  const file = useDownload(getErrorCodesExport);
  const canCheck = useFeature('error_code_print_check');
  const [question, setQuestion] = useState<string | null>(null);
  const download = () => file.download({}, { language });
  const check = useSave(getErrorCodesExportCheck, {
    failsAs: 'toastOnly',
    noAnswer: NO_PDF,
    onSaved: (found) => (found.total === 0 ? download() : setQuestion(unprintableText(found))),
  });
  return {
    file,
    start: () => (canCheck ? check.save({ params: {}, query: { language } }) : download()),
    isBusy: file.isLoading || check.isSaving,
    isPossible: file.isPossible,
    question,
    onAnswer: (isWanted: boolean) => {
      setQuestion(null);
      if (isWanted) download();
    },
  };
}

/** Renders the language select and "Export PDF", which saves the catalogue in that language after naming unprintable characters. */
export function LanguageActions({ language, languages, onLanguage }: Props) {
  const print = usePrint(language);
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
      <Button disabled={!isKnown || print.isBusy || !print.isPossible} onClick={print.start}>
        <Download aria-hidden="true" />
        {print.isBusy ? 'Exporting' : 'Export PDF'}
      </Button>
      <DownloadProgress of={print.file} what="the PDF" />
      <ConfirmDialog
        open={print.question !== null}
        text={`${print.question ?? ''} The PDF has their numbers instead, for example [U+1F600].`}
        onYes={() => print.onAnswer(true)}
        onNo={() => print.onAnswer(false)}
      />
    </>
  );
}
