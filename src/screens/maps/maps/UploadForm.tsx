import { chakra } from '@chakra-ui/react';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { getMapIds, getAllMaps, postMapUpload } from '#contract/map';
import { nextMapVersion } from '#domain/places/nextMapVersion';
import { selectAnswer } from '#state/answers';
import { useAnswer } from '#state/hooks/useAnswer';
import { useAppSelector } from '#state/hooks/useAppSelector';
import { useSave } from '#state/hooks/useSave';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { FileField } from '#ui/FileField';
import { Section } from '#ui/Section';

const EXISTS = 'You will upload a new version of an existing map';
const NOT_A_ZIP = 'Choose a .zip file.';

const Form = chakra('form', { base: { display: 'grid', gap: '12px', pt: '12px' } });
const Fields = chakra('div', {
  base: {
    display: 'grid',
    gap: '12px',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 280px) minmax(0, 400px) auto' },
    alignItems: 'start',
    // Aligns the button with the inputs, whose labels are above them.
    '& > button': { mt: { md: '26px' }, justifySelf: { md: 'start' }, height: { base: '44px', lg: '36px' } },
  },
});

const isZip = (file: File) => file.name.toLowerCase().endsWith('.zip');

/** Renders the upload form of a map. Its button is disabled for now ("Coming Soon"); the logic behind it is complete. Source: MAP-008..013, GAP-15. */
export function UploadForm() {
  const ids = useAnswer(getMapIds, {}).answer?.result ?? [];
  const [id, setId] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const { upload, alert } = useMapUpload(() => setFile(null));
  return (
    <Section title="Upload Map">
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (file !== null && isZip(file)) upload(id.trim(), file);
        }}
      >
        <Fields>
          <Field label="Map ID" value={id} onValue={setId} autoComplete="off" spellCheck={false} maxLength={200} />
          <FileField
            label="Map file (.zip)"
            accept=".zip"
            onFile={setFile}
            problem={file === null || isZip(file) ? undefined : NOT_A_ZIP}
          />
          <Button type="submit" disabled>
            <Upload aria-hidden="true" />
            Coming Soon
          </Button>
        </Fields>
        {alert !== undefined && <Banner tone="warning">{alert}</Banner>}
        {ids.includes(id.trim()) && <Banner tone="warning">{EXISTS}</Banner>}
      </Form>
    </Section>
  );
}

/** Returns the function that uploads a zip as a new map or the next version of one, which it derives from the loaded maps. Source: MAP-013, OPEN-52. */
function useMapUpload(onSaved: () => void) {
  const maps = useAppSelector((s) => selectAnswer(s, getAllMaps))?.results;
  const { save, ...upload } = useSave(postMapUpload, { saved: 'Map is uploaded', onSaved, isSaved: ({ result }) => result });
  return {
    ...upload,
    upload: (id: string, file: File) => {
      const newest = maps?.find((map) => map.id === id)?.versions.at(-1);
      save({ params: { a: id, b: nextMapVersion(newest) }, body: { file } });
    },
  };
}
