import { chakra } from '@chakra-ui/react';
import { Upload } from 'lucide-react';
import { useCallback, useState } from 'react';
import { postDeviceSims } from '#contract/devices/deviceSim';
import { MAX_SIM_FILE_BYTES, readSimFile, type SimFile } from '#domain/devices/simFile';
import { countText } from '#domain/text/labels';
import { useIsPast } from '#hooks/IntentContext';
import { useCallProblem } from '#hooks/useCallProblem';
import { useSave } from '#hooks/useSave';
import { Button } from '#ui/Button';
import { ImportDialog } from '#widgets/ImportDialog';
import { useDeviceSims } from '#widgets/useDeviceSims';

const HINT =
  'CSV in UTF-8, as your operator or this table saves it. The first line names its columns: Serial;Customer;Rate Plan;Status;Data Usage;Limit Reached;Limit Override.';
const MOST = { bytes: MAX_SIM_FILE_BYTES, problem: 'A file of SIM data has at most 2 MB.' };
/** Maximum number of lines that are named. */
const NAMED = 8;

const Lines = chakra('ul', { base: { display: 'grid', gap: '4px', color: 'error.fg', overflowWrap: 'anywhere' } });
const Note = chakra('p', { base: { color: 'fg.muted', overflowWrap: 'anywhere' } });

interface Props {
  readonly serials: readonly string[];
  readonly refresh: () => void;
  readonly onClose: () => void;
}

function problemOf({ sims, problems }: SimFile): string | undefined {
  if (problems.length > 0) return `${countText(problems.length, 'line')} cannot be taken, so nothing is.`;
  return sims.length === 0 ? 'The file says nothing of a SIM.' : undefined;
}

/** Renders the number of devices in a file, and the ignored lines and columns. */
function Preview({ file: { sims, unused, problems } }: { readonly file: SimFile }) {
  return (
    <>
      <p role="status">{countText(sims.length, 'device')}. An empty cell changes nothing.</p>
      {unused.length > 0 && <Note>Columns that are not used: {unused.join(', ')}.</Note>}
      {problems.length > 0 && (
        <Lines>
          {problems.slice(0, NAMED).map(({ line, problem }) => (
            <li key={line}>{`Line ${line}: ${problem}`}</li>
          ))}
          {problems.length > NAMED && <li>{`and ${problems.length - NAMED} more`}</li>}
        </Lines>
      )}
    </>
  );
}

/** Renders the dialog that imports a file of SIM data. Source: SIMP2. */
function SimImportDialog({ serials, refresh, onClose }: Props) {
  const read = useCallback((text: string) => readSimFile(text, serials), [serials]);
  const saving = useSave(postDeviceSims, {
    saved: 'The SIM data are imported',
    unsure: 'The SIM data may be imported',
    onSaved: onClose,
    onSettled: refresh,
  });
  return (
    <ImportDialog
      title="Import SIM Data"
      width={640}
      accept=".csv,.txt"
      hint={HINT}
      most={MOST}
      {...{ read, problemOf, saving, onClose }}
      onImport={({ sims }) => saving.save({ params: {}, body: { sims: [...sims] } })}
    >
      {(file) => <Preview file={file} />}
    </ImportDialog>
  );
}

/** Renders the button that imports SIM data, if the server stores them and the user may change them. Source: SIMP2. */
export function SimImport({ serials }: { readonly serials: readonly string[] }) {
  const { isKept, refresh } = useDeviceSims();
  const problem = useCallProblem(postDeviceSims);
  const isPast = useIsPast();
  const [isOpen, setOpen] = useState(false);
  if (!isKept || problem !== null) return null;
  return (
    <>
      <Button disabled={isPast} onClick={() => setOpen(true)}>
        <Upload aria-hidden="true" />
        Import SIM Data
      </Button>
      {isOpen && <SimImportDialog serials={serials} refresh={refresh} onClose={() => setOpen(false)} />}
    </>
  );
}
