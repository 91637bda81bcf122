import { chakra } from '@chakra-ui/react';
import { fieldName, type MetadataField, type MetadataKind } from '#domain/devices/metadataField';
import { metadataFields } from '#domain/devices/metadataFields';

const Lines = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    columnGap: '16px',
    border: '1px solid',
    borderColor: 'border.muted',
    borderRadius: 'popup',
    px: '12px',
  },
});
/** A line above each pair but the first. */
const Pair = chakra('div', {
  base: { display: 'contents', '&:not(:first-child)': { '--line': '1px solid var(--o-colors-border-muted)' } },
});
const cell = { py: '6px', overflowWrap: 'anywhere', borderTop: 'var(--line, none)' } as const;
const Name = chakra('dt', { base: cell });
const Kind = chakra('dd', { base: { ...cell, color: 'fg.muted' } });

const kinds: Readonly<Record<MetadataKind, string>> = { text: 'Text', secret: 'Secret', number: 'Number', choice: 'Choice', json: 'JSON' };

function kindText({ kind, choices, isRequired }: MetadataField): string {
  const of = choices === undefined ? kinds[kind] : `${kinds[kind]} of ${choices.map(({ label }) => label).join(', ')}`;
  return isRequired === true ? `${of}, required` : of;
}

interface Props {
  readonly type: string;
  readonly schema: Readonly<Record<string, unknown>> | null;
}

/** Renders a preview of the form that a metadata schema gives to devices of the type. Source: SCHEMA2. */
export function SchemaPreview({ type, schema }: Props) {
  const fields = metadataFields(type, schema);
  return (
    <section aria-label="Fields of the form">
      <chakra.h3 fontWeight="600" mb="2">
        Fields of the form
      </chakra.h3>
      <Lines>
        {fields.map((field) => (
          <Pair key={fieldName(field)}>
            <Name>{field.label}</Name>
            <Kind>{kindText(field)}</Kind>
          </Pair>
        ))}
      </Lines>
    </section>
  );
}
