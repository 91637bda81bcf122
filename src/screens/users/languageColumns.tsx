import { Pencil } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { AnswerOf } from '#contract/call';
import type { getLocales } from '#contract/identity';
import { englishName } from '#domain/people/languages';
import { MISSING } from '#domain/text/numbers';
import { Button } from '#ui/Button';
import type { Column } from '#ui/column';
import { WithArchived } from '#widgets/WithArchived';

/** A language as the server lists it. */
export type Language = AnswerOf<typeof getLocales>['result'][number];

/** Called by the button of a row; null in the past, where nothing can be changed. */
export const ChangeLanguageContext = createContext<((id: string) => void) | null>(null);

function ChangeButton({ id }: { readonly id: string }) {
  const change = useContext(ChangeLanguageContext);
  return (
    <Button size="sm" disabled={change === null} aria-label={`Change ${id}`} onClick={() => change?.(id)}>
      <Pencil aria-hidden="true" />
      Change
    </Button>
  );
}

/** The columns of the languages that people choose. Source: LANG4. */
export const languageColumns: readonly Column<Language>[] = [
  { id: 'id', head: 'Tag', width: 160, narrow: 'place', sort: 'text', value: ({ id }) => id, cell: ({ id }) => id },
  {
    id: 'name',
    head: 'Name',
    narrow: 'title',
    sort: 'text',
    value: ({ name }) => name,
    renderInputs: ({ name, archived }) => [name, archived],
    cell: ({ name, archived }) => (
      <WithArchived of={{ archived }}>
        <strong>{name}</strong>
      </WithArchived>
    ),
  },
  {
    id: 'english',
    head: 'In English',
    narrow: 'line',
    value: ({ id }) => englishName(id) ?? '',
    cell: ({ id }) => englishName(id) ?? MISSING,
  },
  {
    id: 'change',
    head: '',
    label: 'Actions',
    width: 130,
    narrow: 'action',
    value: ({ id }) => id,
    cell: ({ id }) => <ChangeButton id={id} />,
  },
];
