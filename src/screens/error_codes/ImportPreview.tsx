import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { getUsedErrorCodes } from '#contract/errorCodeFile';
import type { CodeImport } from '#domain/errorCodes/codeImport';
import { codeText } from '#domain/errorCodes/errorCode';
import { countText } from '#domain/text/labels';
import { numberText } from '#domain/text/numbers';
import { useAnswer } from '#hooks/useAnswer';
import { Banner } from '#ui/Banner';
import { Checkbox } from '#ui/Checkbox';
import { DataTable } from '#ui/table/DataTable';
import { changeColumns, type ChangeRow, changeRows, problemColumns } from './importColumns.tsx';

const Counts = chakra('p', { base: { fontWeight: 500 } });
const Part = chakra('div', { base: { display: 'grid', gap: '8px', minWidth: 0 } });
/** A table in a dialog has the background of the dialog. */
const OnDialog = chakra('div', { base: { minWidth: 0, '& th, & th label': { bg: 'bg.raised' } } });
const Note = chakra('p', { base: { color: 'fg.muted', overflowWrap: 'anywhere' } });

/** Maximum number of codes that a sentence names. */
const NAMED = 10;
const namesOf = (codes: readonly string[]) => {
  const more = codes.length > NAMED ? ` and ${codes.length - NAMED} more` : '';
  return `${codes.slice(0, NAMED).map(codeText).join(', ')}${more}`;
};
const keyOfChange = ({ key }: ChangeRow) => key;
const keyOfProblem = ({ line, problem }: CodeImport['problems'][number]) => `${line} ${problem}`;

interface Props {
  readonly plan: CodeImport;
  /** Whether codes that are missing from the file are removed. */
  readonly removes: boolean;
  readonly onRemoves: (removes: boolean) => void;
  readonly isSaving: boolean;
}

/** Renders the effect of an import: the numbers of new, changed and unchanged codes, each change, and each invalid line. Source: CODES4. */
export function ImportPreview({ plan, removes, onRemoves, isSaving }: Props) {
  const { added, changed, same, missing, problems } = plan;
  const rows = useMemo(() => changeRows(plan), [plan]);
  return (
    <>
      <Counts role="status">
        {numberText(added.length)} new, {numberText(changed.length)} changed, {numberText(same)} the same
        {problems.length > 0 && `, ${countText(problems.length, 'line')} that cannot be taken`}
      </Counts>
      {problems.length > 0 && (
        <OnDialog>
          <DataTable
            name="import-problems"
            label="Lines that cannot be taken"
            columns={problemColumns}
            rows={problems}
            rowKey={keyOfProblem}
            pageSize={5}
          />
        </OnDialog>
      )}
      {rows.length > 0 && (
        <OnDialog>
          <DataTable name="import-changes" label="Changes" columns={changeColumns} rows={rows} rowKey={keyOfChange} pageSize={5} />
        </OnDialog>
      )}
      {missing.length > 0 && (
        <Part>
          <Checkbox wraps checked={removes} disabled={isSaving} onChecked={onRemoves}>
            Remove {countText(missing.length, 'code')} that {missing.length === 1 ? 'is' : 'are'} not in the file
          </Checkbox>
          {removes && <Removed missing={missing} />}
        </Part>
      )}
    </>
  );
}

/** Renders which codes are removed, and which are kept because incidents use them. Source: CODES6. */
function Removed({ missing }: { readonly missing: readonly string[] }) {
  const { answer } = useAnswer(getUsedErrorCodes, {});
  const used = useMemo(() => new Set(answer?.error_codes.map(codeText)), [answer]);
  const kept = missing.filter((code) => used.has(codeText(code)));
  const gone = missing.filter((code) => !used.has(codeText(code)));
  if (answer === undefined) return <Note role="status">Codes that incidents have stay.</Note>;
  return (
    <>
      {gone.length > 0 && <Note>Removed for good: {namesOf(gone)}.</Note>}
      {kept.length > 0 && <Banner tone="quiet">Incidents have these codes, which stay: {namesOf(kept)}.</Banner>}
    </>
  );
}
