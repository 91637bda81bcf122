import { Info, ShieldCheck } from 'lucide-react';
import { useMemo } from 'react';
import { getValidationResults, type ValidationType } from '#contract/validation';
import { outcomeText } from '#domain/text/alertText';
import { numberText } from '#domain/text/numbers';
import { useFailureAlert } from '#hooks/useFailureAlert';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { DataTable } from '#ui/table/DataTable';
import { Page } from '#ui/Page';
import { noStorage, BrowserStorageContext } from '#ui/browserStorage';
import { usePagedQuery } from '#widgets/usePagedQuery';
import { columns } from './columns.tsx';
import { resultRows, type ResultRow } from './resultRows.ts';
import { useValidation } from './useValidation.ts';

const keyOfRow = ({ key }: ResultRow) => key;

interface Props {
  readonly type: ValidationType;
  readonly label: string;
}

/** Renders the results of the newest validation of one type, and the button that starts another. */
function Validation({ type, label }: Props) {
  const { table, query } = usePagedQuery(`validation-${type}`, getValidationResults, { x: type });
  const { start, isRunning, hasRun, failure } = useValidation(type, query.refresh);
  useFailureAlert(failure, failure && outcomeText(failure, 'The validation may have run'));
  const rows = useMemo(() => resultRows(table.rows), [table.rows]);
  const hasFailed = query.failure !== undefined;
  const count = hasFailed ? undefined : query.answer?.total;
  // An empty list before the first validation does not mean that nothing was found.
  const total = count === 0 && !hasRun ? undefined : count;
  const press = () => {
    if (!isRunning) start?.();
  };
  return (
    <Page
      fill
      title={total === undefined ? 'Results' : `Results: ${numberText(total)}`}
      actions={
        <Button variant="solid" aria-disabled={isRunning || start === null} aria-busy={isRunning} onClick={press}>
          <ShieldCheck aria-hidden="true" />
          Validate
        </Button>
      }
    >
      {isRunning && (
        <Banner tone="quiet" icon={Info}>
          Validation is in progress...
        </Banner>
      )}
      <DataTable
        {...table}
        fill
        label={label}
        columns={columns}
        rows={rows}
        rowKey={keyOfRow}
        // If loading fails, there are no pages.
        remote={hasFailed ? { ...table.remote, rowCount: 0 } : table.remote}
      />
    </Page>
  );
}

/**
 * The validation screen of one type: the results of the newest run, the button "Validate", and "Validation is in progress..." The page size is not remembered
 * and is always initially ten. Source: GAP-33.
 */
export function ValidationScreen(props: Props) {
  return (
    <BrowserStorageContext value={noStorage}>
      <Validation key={props.type} {...props} />
    </BrowserStorageContext>
  );
}
