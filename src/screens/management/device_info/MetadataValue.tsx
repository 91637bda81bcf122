import { chakra } from '@chakra-ui/react';
import { MASK } from '#domain/text/secretMask';
import { MISSING } from '#domain/text/numbers';
import { CopyButton } from '#ui/CopyButton';
import { SettingLabel, SettingLine, SettingValue } from '#widgets/SettingLine';
import type { ShownField } from './useMetadata.ts';

const Secret = chakra('span', { base: { display: 'inline-flex', alignItems: 'center', gap: '4px' } });
const Code = chakra('code', { base: { fontFamily: 'inherit' } });
const Whole = chakra('div', { base: { py: '8px' } });
const Json = chakra('pre', {
  base: { fontSize: '13px', lineHeight: '20px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', py: '4px' },
});

interface Props {
  readonly of: ShownField;
  readonly isKnown: boolean;
  readonly areSecretsShown: boolean;
}

function Value({ of: { field, text }, isKnown, areSecretsShown }: Props) {
  if (!isKnown) return <>Not known</>;
  if (field.kind === 'json') return <>{text === '' || text === '{}' ? MISSING : <Json>{text}</Json>}</>;
  if (field.kind === 'choice') return <>{field.choices?.find(({ value }) => value === text)?.label ?? (text || MISSING)}</>;
  if (field.kind !== 'secret' || text === '') return <>{text || MISSING}</>;
  return (
    <Secret>
      <Code htmlTranslate="no">{areSecretsShown ? text : MASK}</Code>
      {areSecretsShown && <CopyButton text={text} what={field.label} />}
    </Secret>
  );
}

/** Renders one metadata field as text (json, choice, secret); a secret is masked until requested. */
export function MetadataValue(props: Props) {
  const { label, path, others } = props.of.field;
  // The whole metadata needs no label in addition to the section's title.
  if (path.length === 0 && others === undefined) {
    return (
      <Whole>
        <Value {...props} />
      </Whole>
    );
  }
  return (
    <SettingLine role="group" aria-label={label} low>
      <SettingLabel>{label}</SettingLabel>
      <SettingValue>
        <Value {...props} />
      </SettingValue>
    </SettingLine>
  );
}
