import { chakra } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { languageProblem } from '#domain/errorCodes/errorCodeTexts';
import { languageName } from '#domain/text/languageName';
import { Button } from '#ui/Button';
import { Field, FieldContainer } from '#ui/Field';
import { isEnter } from '#ui/keyTargets';
import { useIsSaving } from '#ui/SavingContext';
import { Select } from '#ui/Select';

const OTHER = 'other';
const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: '12px' } });
const Input = chakra('div', { base: { flex: '1 1 180px' } });

const optionsOf = (offered: readonly string[]) => [
  { value: '', label: 'Choose a language' },
  ...offered.filter((language) => language !== OTHER).map((value) => ({ value, label: languageName(value) })),
  { value: OTHER, label: OTHER },
];

interface Props {
  readonly offered: readonly string[];
  /** Returns true if the language was added. */
  readonly onAdd: (language: string) => boolean;
}

/** Renders the field that adds a language to a code: one of the offered languages, or another one by name. Source: ERR-010..013, MSG-093. */
export function AddCodeLanguage({ offered, onAdd }: Props) {
  const isSaving = useIsSaving();
  const [choice, setChoice] = useState('');
  const [other, setOther] = useState('');
  const isOther = choice === OTHER;
  const add = () => {
    if (!onAdd(isOther ? other : choice)) return;
    setChoice('');
    setOther('');
  };
  return (
    <Row role="group" aria-label="Add Language">
      <Input>
        <FieldContainer label="Language">
          {({ id }) => <Select id={id} size="lg" options={optionsOf(offered)} value={choice} disabled={isSaving} onValue={setChoice} />}
        </FieldContainer>
      </Input>
      {isOther && (
        <Input>
          <Field
            label="Other language"
            autoComplete="off"
            maxLength={35}
            value={other}
            problem={languageProblem(other)}
            onValue={setOther}
            onKeyDown={(event) => {
              if (!isEnter(event)) return;
              // Enter adds the language and must not submit the whole form.
              event.preventDefault();
              add();
            }}
          />
        </Input>
      )}
      <Button height={{ lg: '36px' }} disabled={isSaving} onClick={add}>
        <Plus aria-hidden="true" />
        Add Language
      </Button>
    </Row>
  );
}
