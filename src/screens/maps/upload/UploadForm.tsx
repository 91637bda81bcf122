import { chakra } from '@chakra-ui/react';
import { Upload, X } from 'lucide-react';
import type { DragEvent } from 'react';
import { dottedVersion } from '#domain/places/mapVersion';
import { sentText } from '#domain/text/progress';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { FileField } from '#ui/FileField';
import { SavingContext } from '#ui/SavingContext';
import { Section } from '#ui/Section';
import { TextArea } from '#ui/TextArea';
import { ProgressLine } from '#widgets/DownloadProgress';
import { FileChecks } from './FileChecks.tsx';
import { AssignMap } from './AssignMap.tsx';
import { useUpload } from './useUpload.ts';

const EXISTS = 'You will upload a new version of an existing map';
const MAYBE = 'The file was there already when you cancelled: the server may have taken it. See the versions of the map.';

const Form = chakra('form', { base: { display: 'grid', gap: '12px', pt: '12px' } });
const Submit = chakra(Button, { base: { justifySelf: 'start', minHeight: { base: '44px', lg: '36px' } } });
const Fields = chakra('div', {
  base: {
    display: 'grid',
    gap: '12px',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 280px) minmax(0, 1fr)' },
    alignItems: 'start',
  },
});

/** Puts a file that is dropped anywhere on a form into its file field, as if it had been selected there. */
function takeDropped(event: DragEvent<HTMLElement>) {
  const input = event.currentTarget.querySelector<HTMLInputElement>('input[type=file]');
  if (event.dataTransfer.files.length === 0) return;
  // Otherwise the browser would open the file in place of the page, also while another one is being sent.
  event.preventDefault();
  if (input === null || input.disabled) return;
  input.files = event.dataTransfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
const allowDrop = (event: DragEvent<HTMLElement>) => event.preventDefault();

type UploadState = ReturnType<typeof useUpload>;

/** Renders why the last upload failed, or that the server may have accepted a cancelled one. */
function LastUpload({ upload: { alert, sent, close } }: { readonly upload: UploadState }) {
  const closing = (
    <Button variant="raised" size="sm" onClick={close}>
      <X aria-hidden="true" />
      Close
    </Button>
  );
  return (
    <>
      {alert !== undefined && !sent.isClosed && (
        <Banner tone="error" action={closing}>
          {sent.name}: {alert}
        </Banner>
      )}
      {sent.isMaybe && (
        <Banner tone="warning" action={closing}>
          {MAYBE}
        </Banner>
      )}
    </>
  );
}

/** Renders the fields: the id of a new map, what changed, the file. */
function UploadFields({ upload, hasId }: { readonly upload: UploadState; readonly hasId: boolean }) {
  const { id, isAnnounced, problems, target, chosen } = upload;
  const dropHint = `Or drop it anywhere on this form.${hasId || !target.isLoaded ? '' : ` ${upload.hint}.`}`;
  return (
    <Fields>
      {hasId && (
        <Field
          label="Map ID"
          value={upload.typedId}
          onValue={upload.setId}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          problem={problems.id}
          hint={isAnnounced && id !== '' && target.isLoaded ? upload.hint : undefined}
        />
      )}
      {isAnnounced && (
        <TextArea
          label="What changed"
          value={upload.message}
          onValue={upload.setMessage}
          problem={problems.message}
          hint="Stands in the Map Changelog."
        />
      )}
      <chakra.div gridColumn={isAnnounced && hasId ? { md: '1 / -1' } : undefined} minWidth="0">
        <FileField
          key={upload.fieldKey}
          label="Map file (.zip)"
          accept=".zip"
          onFile={upload.choose}
          problem={chosen?.problem}
          hint={isAnnounced ? dropHint : undefined}
        />
      </chakra.div>
    </Fields>
  );
}

interface Props {
  /** The map that gets a new version; if it is missing, the form has a field for the id. */
  readonly map?: string;
  readonly onUploaded?: () => void;
}

/**
 * Renders "Upload Map": id, what changed, zip file, expected version, and refusals. If the server announces `map_upload`, the plan is shown before it is sent,
 * and the description is sent with it; otherwise the button is disabled ("Coming Soon"), but the logic behind it is complete. Source: MAP-008..013, GAP-15,
 * MAPS9.
 */
export function UploadForm({ map: given, onUploaded = () => undefined }: Props) {
  const upload = useUpload(given, onUploaded);
  const { id, chosen, sent, target, problems, isAnnounced, isSaving } = upload;
  return (
    <Section title={given === undefined ? 'Upload Map' : 'Upload a new version'}>
      <Form
        aria-label={given === undefined ? 'Upload Map' : 'Upload a new version'}
        aria-busy={isSaving}
        onDragOver={allowDrop}
        onDrop={takeDropped}
        onSubmit={(event) => {
          event.preventDefault();
          upload.submit();
        }}
      >
        <LastUpload upload={upload} />
        <SavingContext value={isSaving}>
          <UploadFields upload={upload} hasId={given === undefined} />
        </SavingContext>
        {target.exists && given === undefined && <Banner tone="warning">{EXISTS}</Banner>}
        {chosen !== null && chosen.problem === undefined && isAnnounced && (
          <FileChecks
            file={chosen.file}
            preview={chosen.preview}
            refusal={problems.file}
            now={target.map === undefined ? null : { id, version: dottedVersion(target.newest ?? '') }}
          />
        )}
        {isSaving && (
          <ProgressLine way="upload" what="the map" progress={upload.progress} text={sentText(upload.progress)} onCancel={upload.cancel} />
        )}
        <Submit type="submit" variant={isAnnounced ? 'solid' : undefined} disabled={!upload.canUpload}>
          <Upload aria-hidden="true" />
          {isAnnounced ? 'Upload' : 'Coming Soon'}
        </Submit>
      </Form>
      {isAnnounced && sent.id !== '' && !isSaving && <AssignMap id={sent.id} />}
    </Section>
  );
}
