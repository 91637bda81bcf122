import { Map as MapIcon, Upload } from 'lucide-react';
import { useIsPast } from '#hooks/IntentContext';
import { Button } from '#ui/Button';
import { LabelledSelect } from '#ui/LabelledSelect';
import { useMapNames } from '#widgets/useMapNames';
import type { useMapChoice } from './useMapChoice.ts';

interface ChoicesProps {
  readonly choice: ReturnType<typeof useMapChoice>;
  readonly canUpload: boolean;
  readonly isUploading: boolean;
}

/** Renders the choice of map and version, and the button to upload a new version. */
export function MapChoices({ choice, canUpload, isUploading }: ChoicesProps) {
  const isLive = !useIsPast();
  const nameOf = useMapNames();
  const { id, idChoices, shown } = choice;
  return (
    <>
      {canUpload && (
        <Button disabled={!isLive} onClick={() => choice.setUploading(!isUploading)}>
          {isUploading ? <MapIcon aria-hidden="true" /> : <Upload aria-hidden="true" />}
          {isUploading ? 'Back to Map' : 'Upload New Version'}
        </Button>
      )}
      {id !== null && (
        <LabelledSelect label="Map" choices={idChoices} labelOf={nameOf} value={id} onValue={(value) => choice.choose('map_id', value)} />
      )}
      {shown.choices.length > 0 && (
        <LabelledSelect
          label="Version"
          choices={shown.choices}
          value={shown.version}
          onValue={(value) => choice.choose('map_version', value)}
        />
      )}
    </>
  );
}
