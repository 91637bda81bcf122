/** The dialogs for languages: add one by its tag; rename, archive, restore or remove one. */

import { chakra } from '@chakra-ui/react';
import { postCreateLocale, postDeleteLocale, postUpdateLocale } from '#contract/language';
import { englishName, languageNameProblem, languageTag, newLanguageProblem, ownName, peopleOfLanguage } from '#domain/people/languages';
import { fieldText } from '#domain/text/fieldText';
import { useSave } from '#hooks/useSave';
import { Checkbox } from '#ui/Checkbox';
import { Field } from '#ui/Field';
import { FormDialog } from '#ui/form/FormDialog';
import { useDraft } from '#ui/form/useDraft';
import { RemoveAction } from '#widgets/RemoveAction';
import { UnderlinedLink } from '#widgets/UnderlinedLink';
import type { Language } from './languageColumns.tsx';

const Places = chakra('span', { base: { display: 'flex', flexWrap: 'wrap', gap: '4px 12px' } });

interface Props {
  readonly refresh: () => void;
  readonly onClose: () => void;
}

/** Renders the dialog that adds a language by its tag. Source: LANG1, LANG4. */
export function AddLanguage({ languages, refresh, onClose }: Props & { readonly languages: readonly Language[] }) {
  const draft = useDraft(
    { id: '', name: '' },
    {
      problems: ({ id, name }) => ({ id: newLanguageProblem(id, languages), name: languageNameProblem(name) }),
      // A language without an entered name gets its native name.
      clean: ({ id, name }) => ({ id: languageTag(id), name: fieldText(name) || ownName(languageTag(id)) }),
    },
  );
  const { id, name } = draft.clean;
  const saving = useSave(postCreateLocale, {
    saved: 'The language is added',
    onSaved: onClose,
    onSettled: refresh,
    unsure: 'The language may be added',
  });
  return (
    <FormDialog
      title="Add Language"
      draft={draft}
      saving={saving}
      word="Add"
      savingWord="Adding"
      onSubmit={() => saving.save({ params: { id }, body: { name } })}
      onClose={onClose}
    >
      <Field
        {...draft.field('id')}
        label="Tag"
        autoComplete="off"
        spellCheck={false}
        hint={englishName(id) ?? 'As in nl-BE, pl or pt-BR.'}
        placeholder="pl"
      />
      <Field
        {...draft.field('name')}
        label="Name"
        autoComplete="off"
        placeholder={ownName(id)}
        hint="As people read it where they choose."
      />
    </FormDialog>
  );
}

/** Renders the dialog that renames, archives, restores or removes a language. Source: LANG2..4. */
export function ChangeLanguage({ language, refresh, onClose }: Props & { readonly language: Language }) {
  const { id } = language;
  const draft = useDraft(
    { name: language.name, archived: language.archived === true },
    {
      problems: ({ name }) => ({ name: languageNameProblem(name) }),
      clean: ({ name, archived }) => ({ name: fieldText(name), archived }),
      isUpdate: true,
    },
  );
  const saving = useSave(postUpdateLocale, {
    saved: 'The change is saved',
    onSaved: onClose,
    onSettled: refresh,
    unsure: 'The change may be saved',
  });
  return (
    <FormDialog
      title={`Language ${id}`}
      draft={draft}
      saving={saving}
      word="Save"
      savingWord="Saving"
      onSubmit={() => saving.save({ params: { id }, body: draft.patch })}
      onClose={onClose}
    >
      <Field {...draft.field('name')} label="Name" autoComplete="off" />
      <Checkbox checked={!draft.value.archived} onChecked={(isOffered) => draft.field('archived').onValue(!isOffered)}>
        Offered to people
      </Checkbox>
      <RemoveAction
        call={postDeleteLocale}
        request={{ params: { id }, body: {} }}
        name={id}
        ends="Nobody can choose it any more."
        uses={
          <Places>
            {peopleOfLanguage(id).map(({ label, to }) => (
              <UnderlinedLink key={to} to={to}>
                {label}
              </UnderlinedLink>
            ))}
          </Places>
        }
        refresh={refresh}
        onClose={onClose}
      />
    </FormDialog>
  );
}
