import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getErrorCodes, postRegisterErrorCode } from '#contract/errorCode';
import { catalogueLanguages } from '#domain/errorCodes/codeImport';
import type { ErrorCatalogue } from '#domain/errorCodes/errorCode';
import { useAnswer, type Answered } from '#hooks/useAnswer';
import { useIsPast } from '#hooks/IntentContext';
import { useActionGate } from '#hooks/useActionGate';
import { Button } from '#ui/Button';
import { DataTable } from '#ui/table/DataTable';
import { Page } from '#ui/Page';
import { useStableCallback } from '#ui/useStableCallback';
import { FillStep } from '#widgets/FillStep';
import { polledTableState } from '#widgets/polledTableState';
import { RightNote } from '#widgets/RightNote';
import { CodeEditor } from './CodeEditor.tsx';
import { type CodeRow, codeRows } from './codeRows.ts';
import { columnsIn, EditContext } from './columns.tsx';
import { FileActions } from './FileActions.tsx';
import { LanguageActions } from './LanguageActions.tsx';

const NO_CODES: ErrorCatalogue = {};
const BY_CODE = { id: 'code', desc: false };
const keyOfRow = ({ key }: CodeRow) => key;

/** Returns the language of the texts: that in the URL, even if the catalogue lacks it, otherwise the first one. */
function useLanguage(catalogue: ErrorCatalogue, named: readonly string[] | null | undefined) {
  const [search, setSearch] = useSearchParams();
  const languages = useMemo(() => named ?? catalogueLanguages(catalogue), [named, catalogue]);
  const language = search.get('language') ?? languages[0] ?? 'en';
  const setLanguage = (value: string) => setSearch((known) => ({ ...Object.fromEntries(known), language: value }));
  return { languages, language, setLanguage };
}

/** The Error Codes screen: the texts of the codes in the language in the URL, "Add Error Code", and the catalogue as PDF. Source: ERR-001..015. */
export function ErrorCodesScreen() {
  const query = useAnswer(getErrorCodes, {});
  const isPast = useIsPast();
  const adding = useActionGate(postRegisterErrorCode);
  // This is state and not in the URL, because Back must not close an editor with unsaved texts without confirmation.
  const [editor, setEditor] = useState<{ readonly code: string | null } | null>(null);
  const catalogue = query.answer?.error_codes ?? NO_CODES;
  const { languages, language, setLanguage } = useLanguage(catalogue, query.answer?.languages);
  const open = useStableCallback((code: string) => {
    // The form begins with the texts as they are now.
    query.refresh();
    setEditor({ code });
  });
  const edit = useMemo(() => (isPast ? null : open), [isPast, open]);
  return (
    <Page
      title="Error Codes"
      actions={
        <>
          <LanguageActions language={language} languages={languages} onLanguage={setLanguage} />
          {query.answer !== undefined && <FileActions catalogue={catalogue} version={query.answer.version} refresh={query.refresh} />}
          <Button
            variant="solid"
            disabled={adding.disabled || query.answer === undefined}
            title={adding.title}
            onClick={() => setEditor({ code: null })}
          >
            <Plus aria-hidden="true" />
            Add Error Code
          </Button>
        </>
      }
    >
      <RightNote right="error_codes" />
      <EditContext value={edit}>
        <CodeTable query={query} catalogue={catalogue} language={language} onAdd={() => setEditor({ code: null })} />
      </EditContext>
      {editor !== null && (
        <CodeEditor code={editor.code} catalogue={catalogue} query={query} languages={languages} onClose={() => setEditor(null)} />
      )}
    </Page>
  );
}

interface TableProps {
  readonly query: Answered<unknown>;
  readonly catalogue: ErrorCatalogue;
  readonly language: string;
  readonly onAdd: () => void;
}

function CodeTable({ query, catalogue, language, onAdd }: TableProps) {
  const rows = useMemo(() => codeRows(catalogue, language), [catalogue, language]);
  const columns = useMemo(() => columnsIn(language), [language]);
  return (
    <DataTable
      name="error-codes"
      label="Error Codes"
      columns={columns}
      rows={rows}
      rowKey={keyOfRow}
      rendersByValues
      sortedBy={BY_CODE}
      whenEmpty={<FillStep list="errorCodes" onStep={onAdd} />}
      {...polledTableState(query)}
    />
  );
}
