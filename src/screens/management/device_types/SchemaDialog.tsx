import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { isSpecifiedMetadata } from '#domain/devices/metadataFields';
import { devicesOfTypeLink } from '#domain/addresses';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { Dialog } from '#ui/Dialog';
import { useLeave } from '#ui/form/leaveGuard';
import { Segmented } from '#ui/Segmented';
import { TextArea } from '#ui/TextArea';
import { SchemaFields } from './SchemaFields.tsx';
import { SchemaPreview } from './SchemaPreview.tsx';
import type { DeviceType } from './TypeMenu.tsx';
import { rowActions, type UnfitDevices, useSchema } from './useSchema.ts';

const Content = chakra('div', { base: { display: 'grid', gap: '16px', mt: '4', minWidth: 0 } });
const Note = chakra('p', { base: { color: 'fg.muted' } });
const Views = chakra('div', { base: { display: 'flex' } });
const Json = chakra('pre', {
  base: { fontSize: '13px', lineHeight: '20px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: '320px', overflowY: 'auto' },
});
const VIEWS = [
  { value: 'fields', label: 'Fields' },
  { value: 'json', label: 'JSON' },
];

interface Props {
  readonly type: DeviceType;
  readonly refresh: () => void;
  readonly onClose: () => void;
}

/** Renders the dialog with the metadata schema of a type; the schema can be changed only if the specification does not describe it. Source: SCHEMA2. */
export function SchemaDialog(props: Props) {
  return isSpecifiedMetadata(props.type.id) ? <SpecifiedSchema {...props} /> : <SchemaEditor {...props} />;
}

const titleOf = ({ id }: DeviceType) => `Metadata Schema of ${id}`;

function SpecifiedSchema({ type, onClose }: Props) {
  const { id, metadata_schema: schema } = type;
  return (
    <Dialog
      open
      title={titleOf(type)}
      width={720}
      onClose={onClose}
      actions={
        <Button variant="raised" size="lg" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Content>
        <Note>The metadata of this type is as specified, and cannot be changed.</Note>
        <SchemaPreview type={id} schema={schema ?? null} />
        {schema != null && <Json tabIndex={0}>{JSON.stringify(schema, null, 2)}</Json>}
      </Content>
    </Dialog>
  );
}

type Schema = ReturnType<typeof useSchema>;

/** Renders the draft as fields, or as JSON with the resulting form. */
function Draft({ type, schema, isOff }: { readonly type: DeviceType; readonly schema: Schema; readonly isOff: boolean }) {
  const { draft, now } = schema;
  const problem = 'problem' in now ? now.problem : undefined;
  if (draft.view === 'fields') {
    return (
      <>
        <SchemaFields rows={draft.rows} actions={rowActions(draft, schema.put)} isOff={isOff} />
        {problem !== undefined && <Banner tone="warning">{problem}</Banner>}
      </>
    );
  }
  return (
    <>
      <TextArea
        label="JSON Schema"
        spellCheck={false}
        rows={12}
        readOnly={isOff}
        value={draft.text}
        problem={problem}
        onValue={(text) => schema.put({ view: 'json', text })}
      />
      {'schema' in now && <SchemaPreview type={type.id} schema={now.schema} />}
    </>
  );
}

function SchemaEditor({ type, refresh, onClose }: Props) {
  const schema = useSchema(type, { refresh, onClose });
  const { saving, known, draft, asked } = schema;
  const leave = useLeave();
  const close = () => (saving.isSaving ? undefined : leave(onClose));
  const isOff = saving.isSaving || !saving.isPossible;
  return (
    <Dialog
      open
      title={titleOf(type)}
      width={720}
      onClose={close}
      actions={
        <>
          {known !== null && (
            <Button size="lg" disabled={isOff} css={{ marginInlineEnd: 'auto' }} onClick={schema.remove}>
              Remove Schema
            </Button>
          )}
          <Button variant="raised" size="lg" disabled={saving.isSaving} onClick={close}>
            Cancel
          </Button>
          <Button variant="solid" size="lg" disabled={!schema.canSave} onClick={schema.save}>
            {saving.isSaving ? 'Saving' : 'Save'}
          </Button>
        </>
      }
    >
      <Content>
        {saving.alert !== undefined && <Refusal type={type} text={saving.alert} load={schema.isMoved ? schema.load : undefined} />}
        <Note>The form on the page of each device of this type is made from its schema.</Note>
        <Views>
          <Segmented label="View" options={VIEWS} value={draft.view} onValue={(view) => schema.show(view === 'json' ? 'json' : 'fields')} />
        </Views>
        <Draft type={type} schema={schema} isOff={isOff} />
      </Content>
      <ConfirmDialog
        open={asked !== null}
        text={asked?.unfit == null ? REMOVAL : unfitText(asked.unfit)}
        onNo={() => schema.answer(false)}
        onYes={() => schema.answer(true)}
      />
    </Dialog>
  );
}

const REMOVAL = 'The metadata schema will be removed. Metadata of devices stays, and is edited as JSON.';

function unfitText({ unfit, serials }: UnfitDevices): string {
  const more = unfit > serials.length ? ' …' : '';
  const who = unfit === 1 ? '1 device does' : `${unfit} devices do`;
  return `${who} not fulfil this schema: ${serials.join(', ')}${more}. Their metadata counts as not valid until it is corrected.`;
}

interface RefusalProps {
  readonly type: DeviceType;
  readonly text: string;
  /** Shown if somebody else changed the schema meanwhile. */
  readonly load: (() => void) | undefined;
}

function Refusal({ type, text, load }: RefusalProps) {
  const action =
    load === undefined ? (
      <Link to={devicesOfTypeLink(type.id)}>Devices</Link>
    ) : (
      <Button size="sm" onClick={load}>
        Load the saved one
      </Button>
    );
  return (
    <Banner tone="warning" action={action}>
      {text}
    </Banner>
  );
}
