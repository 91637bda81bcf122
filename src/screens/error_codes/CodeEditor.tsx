import { chakra } from '@chakra-ui/react';
import { screenAddress } from '#domain/addresses';
import { postDeleteErrorCode } from '#contract/errorCode';
import { endings } from '#domain/text/endings';
import { codeText, type ErrorCatalogue } from '#domain/errorCodes/errorCode';
import { DEVELOPMENT, offeredLanguages } from '#domain/errorCodes/errorCodeTexts';
import { languageName } from '#domain/text/languageName';
import type { Answered } from '#hooks/useAnswer';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { FormDialog } from '#ui/form/FormDialog';
import { TextArea } from '#ui/TextArea';
import { RemoveAction } from '#widgets/RemoveAction';
import { UnderlinedLink } from '#widgets/UnderlinedLink';
import { AddCodeLanguage } from './AddLanguage.tsx';
import { useCodeEditor } from './useCodeEditor.ts';

interface Props {
  /** The code as written in the catalogue; null for a new one. */
  readonly code: string | null;
  readonly catalogue: ErrorCatalogue;
  /** The languages of the catalogue. */
  readonly languages: readonly string[];
  /** The query of the catalogue, which is requested again when the dialog opens. */
  readonly query: Answered<unknown>;
  readonly onClose: () => void;
}

/** Renders the dialog that edits the texts of one code, or adds a code: Confirm saves everything, Cancel discards. Source: ERR-002..013. */
export function CodeEditor({ code, catalogue, query, languages, onClose }: Props) {
  const { name, texts, draft, saving, isCurrent, retry, save, addLanguage } = useCodeEditor({ code, catalogue, query, onClose });
  const shown = Object.keys(texts.value).filter((language) => language !== DEVELOPMENT);
  return (
    <FormDialog
      title={code === null ? 'Add Error Code' : `Error Code ${codeText(code)}`}
      width={528}
      draft={draft}
      saving={saving}
      isDisabled={!isCurrent}
      word="Confirm"
      onSubmit={save}
      onClose={onClose}
    >
      {code === null && (
        <Field {...name.field('error_code')} label="Code" autoComplete="off" spellCheck={false} maxLength={100} placeholder="0x00000000" />
      )}
      <TextArea {...texts.field(DEVELOPMENT)} label="Development" maxLength={2000} />
      {shown.map((language) => (
        <TextArea key={language} {...texts.field(language)} label={languageName(language)} lang={language} dir="auto" maxLength={2000} />
      ))}
      {retry !== undefined && (
        <chakra.div>
          <Button onClick={retry}>Try Again</Button>
        </chakra.div>
      )}
      <AddCodeLanguage offered={offeredLanguages(languages)} onAdd={addLanguage} />
      {code !== null && (
        <RemoveAction
          call={postDeleteErrorCode}
          request={{ params: {}, body: { error_code: code } }}
          name={codeText(code)}
          ends={endings.removeErrorCode()}
          uses={<UnderlinedLink to={screenAddress('/incidents/all', { error_code: codeText(code) })}>Incidents</UnderlinedLink>}
          refresh={query.refresh}
          onClose={onClose}
        />
      )}
    </FormDialog>
  );
}
