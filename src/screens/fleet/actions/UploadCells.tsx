/** Cells of the global actions: `UploadButton` (command `uploadAllFleet`), and `UploadResult`, which polls while the upload runs. */

import { Upload } from 'lucide-react';
import { getCommands } from '#contract/command';
import { isFinal } from '#domain/commands/commandText';
import { MISSING } from '#domain/text/numbers';
import { useQuery } from '#hooks/useQuery';
import { CommandButton } from '#widgets/CommandButton';
import { CommandResult } from '#widgets/CommandResult';
import { NEWEST, useNewestUpload } from './useUpload.ts';

interface Props {
  readonly serial: string;
}

/** Renders the button that makes one device upload all its data. */
export function UploadButton({ serial }: Props) {
  const upload = useNewestUpload(serial);
  return (
    <CommandButton size="sm" name="uploadAllFleet" serial={serial} icon={Upload} isBusy={upload !== undefined && !isFinal(upload.status)} />
  );
}

function Fresh({ serial }: Props) {
  useQuery(getCommands, { serial }, NEWEST);
  return null;
}

/** Renders the result of the upload; polls only while it runs. */
export function UploadResult({ serial }: Props) {
  const upload = useNewestUpload(serial);
  if (upload === undefined) return <>{MISSING}</>;
  return (
    <>
      {!isFinal(upload.status) && <Fresh serial={serial} />}
      <CommandResult line={upload} />
    </>
  );
}
