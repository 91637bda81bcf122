import { chakra } from '@chakra-ui/react';
import { Download, Plus } from 'lucide-react';
import { useContext, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getErrorCodes, getErrorCodesExport } from '#contract/errorCode';
import type { ErrorCatalogue } from '#domain/errorCode';
import { languageName } from '#domain/languageName';
import { useAnswer } from '#state/useAnswer';
import { useDownload } from '#state/useDownload';
import { IntentContext } from '#state/IntentContext';
import { Button } from '#ui/Button';
import { DataTable } from '#ui/DataTable';
import { Page } from '#ui/Page';
import { Select } from '#ui/Select';
import { listLook } from '#widgets/listLook';
import { CodeEditor } from './CodeEditor.tsx';
import { type CodeRow, codeRows, languagesIn, renderKey } from './codeRows.ts';
import { columnsIn, EditContext } from './columns.tsx';

const NO_CODES: ErrorCatalogue = {};
const BY_CODE = { id: 'code', desc: false };
const keyOfRow = ({ key }: CodeRow) => key;

/** The language of the texts: the one of the address, also where the catalogue lacks it, or the first. */
function useLanguage(catalogue: ErrorCatalogue, named: readonly string[] | null | undefined) {
  const [search, setSearch] = useSearchParams();
  const languages = useMemo(() => named ?? languagesIn(catalogue), [named, catalogue]);
  const language = search.get('language') ?? languages[0] ?? 'en';
  return { languages, language, setLanguage: (value: string) => setSearch({ language: value }) };
}

interface LanguageProps {
  readonly language: string;
  readonly languages: readonly string[];
  readonly onLanguage: (language: string) => void;
}

/** Chooses the language, and saves the catalogue in it as PDF. */
function LanguageActions({ language, languages, onLanguage }: LanguageProps) {
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

/** The texts of the error codes: browse, then select or add, then confirm or cancel; and the catalogue as PDF. Source: ERR-001..015. */
export function ErrorCodesScreen() {
  const asked = useAnswer(getErrorCodes, {});
  const isPast = useContext(IntentContext) === null;
  // Not in the address: Back must not close an editor with unsaved texts without a question.
  const [editor, setEditor] = useState<{ readonly code: string | null } | null>(null);
  const catalogue = asked.answer?.error_codes ?? NO_CODES;
  const { languages, language, setLanguage } = useLanguage(catalogue, asked.answer?.languages);
  const rows = useMemo(() => codeRows(catalogue, language), [catalogue, language]);
  const columns = useMemo(() => columnsIn(language), [language]);
  const edit = useMemo(() => (isPast ? null : (code: string) => setEditor({ code })), [isPast]);
  return (
    <Page
      title="Error Codes"
      actions={
        <>
          <LanguageActions language={language} languages={languages} onLanguage={setLanguage} />
          <Button look="solid" disabled={isPast || asked.answer === undefined} onClick={() => setEditor({ code: null })}>
            <Plus aria-hidden="true" />
            Add Error Code
          </Button>
        </>
      }
    >
      <EditContext value={edit}>
        <DataTable
          name="error-codes"
          label="Error Codes"
          columns={columns}
          rows={rows}
          rowKey={keyOfRow}
          renderKey={renderKey}
          sortedBy={BY_CODE}
          {...listLook(asked)}
        />
      </EditContext>
      {editor !== null && !isPast && (
        <CodeEditor
          code={editor.code}
          catalogue={catalogue}
          languages={languages}
          refresh={asked.refresh}
          onClose={() => setEditor(null)}
        />
      )}
    </Page>
  );
}
