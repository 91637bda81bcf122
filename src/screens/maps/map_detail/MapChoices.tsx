import { Map as MapIcon, Upload } from 'lucide-react';
import { useIsPast } from '#hooks/IntentContext';
import { Button } from '#ui/Button';
import { useLeave } from '#ui/form/leaveGuard';
import { LabelledSelect } from '#ui/LabelledSelect';
import { useMapNames } from '#widgets/useMapNames';
import type { useMapChoice } from './useMapChoice.ts';

interface ChoicesProps {
  readonly choice: ReturnType<typeof useMapChoice>;
  readonly canUpload: boolean;
  readonly isUploading: boolean;
  /** True while a file is being uploaded: the form stays, to show the outcome. */
  readonly isSaving: boolean;
}

/** Renders the choice of map and version, and the button to upload a new version. Source: FORM14. */
export function MapChoices({ choice, canUpload, isUploading, isSaving }: ChoicesProps) {
  const leave = useLeave();
  const isLive = !useIsPast();
  const nameOf = useMapNames();
  const { id, idChoices, shown } = choice;
  return (
    <>
      {canUpload && (
        <Button disabled={!isLive || isSaving} onClick={() => leave(() => choice.setUploading(!isUploading), 'subject')}>
          {isUploading ? <MapIcon aria-hidden="true" /> : <Upload aria-hidden="true" />}
          {isUploading ? 'Back to Map' : 'Upload New Version'}
        </Button>
      )}
      {id !== null && (
        <LabelledSelect
          label="Map"
          choices={idChoices}
          labelOf={nameOf}
          value={id}
          disabled={isSaving}
          onValue={(value) => leave(() => choice.choose('map_id', value), 'subject')}
        />
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
