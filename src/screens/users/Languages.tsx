import { chakra } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { getLocales } from '#contract/identity';
import { useAnswer } from '#hooks/useAnswer';
import { useIsPast } from '#hooks/IntentContext';
import { Button } from '#ui/Button';
import { useLastKnown } from '#ui/form/useLastKnown';
import { DataTable } from '#ui/table/DataTable';
import { requestedTableState } from '#widgets/requestedTableState';
import { ChangeLanguageContext, type Language, languageColumns } from './languageColumns.tsx';
import { AddLanguage, ChangeLanguage } from './LanguageForms.tsx';

const NONE: readonly Language[] = [];
const BY_NAME = { id: 'name', desc: false };
const keyOfRow = ({ id }: Language) => id;

/** Renders the languages that people choose as their locale, which the staff adds, renames, archives and removes. Source: LANG4. */
export function Languages() {
  const query = useAnswer(getLocales, {});
  const isPast = useIsPast();
  const [open, setOpen] = useState<{ readonly id: string | null } | null>(null);
  const rows = query.answer?.result ?? NONE;
  const openId = open?.id ?? null;
  const changing = useLastKnown(
    openId,
    rows.find(({ id }) => id === openId),
  );
  const close = () => setOpen(null);
  return (
    <chakra.div display="grid" gap="16px">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="12px">
        <chakra.p color="fg.muted" flex="1 1 240px">
          The languages that people choose as their locale.
        </chakra.p>
        <Button variant="solid" disabled={isPast || query.answer === undefined} onClick={() => setOpen({ id: null })}>
          <Plus aria-hidden="true" />
          Add Language
        </Button>
      </chakra.div>
      <ChangeLanguageContext value={isPast ? null : (id) => setOpen({ id })}>
        <DataTable
          name="languages"
          label="Languages"
          columns={languageColumns}
          rows={rows}
          rowKey={keyOfRow}
          rendersByValues
          sortedBy={BY_NAME}
          paged={false}
          {...requestedTableState(query)}
        />
      </ChangeLanguageContext>
      {open?.id === null && <AddLanguage languages={rows} refresh={query.refresh} onClose={close} />}
      {changing !== undefined && <ChangeLanguage key={changing.id} language={changing} refresh={query.refresh} onClose={close} />}
    </chakra.div>
  );
}
