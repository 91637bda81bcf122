import { chakra } from '@chakra-ui/react';
import { Upload } from 'lucide-react';
import { useContext, useMemo, useState } from 'react';
import { postDeviceSims } from '#contract/devices/deviceSim';
import { MAX_SIM_FILE_BYTES, readSimFile } from '#domain/devices/simFile';
import { countText } from '#domain/text/labels';
import { IntentContext } from '#hooks/IntentContext';
import { useCallProblem } from '#hooks/useCallProblem';
import { useSave } from '#hooks/useSave';
import { Button } from '#ui/Button';
import { FileField } from '#ui/FileField';
import { FormDialog } from '#ui/form/FormDialog';
import { useDeviceSims } from '#widgets/useDeviceSims';
import { useTextFile } from '#widgets/useTextFile';

const HINT =
  'CSV in UTF-8, as your operator or this table saves it. The first line names its columns: Serial;Customer;Rate Plan;Status;Data Usage;Limit Reached;Limit Override.';
const MOST = { bytes: MAX_SIM_FILE_BYTES, problem: 'A file of SIM data has at most 2 MB.' };
/** Lines that are named. */
const NAMED = 8;

const Lines = chakra('ul', { base: { display: 'grid', gap: '4px', color: 'error.fg', overflowWrap: 'anywhere' } });
const Note = chakra('p', { base: { color: 'fg.muted', overflowWrap: 'anywhere' } });

interface Props {
  readonly serials: readonly string[];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

function useSimImport({ serials, onSaved, onClose }: Props) {
  const { chosen, choose } = useTextFile(MOST);
  const text = chosen?.text;
  const file = useMemo(() => (text == null ? null : readSimFile(text, serials)), [text, serials]);
  const saving = useSave(postDeviceSims, {
    saved: 'The SIM data are imported',
    isSaved: ({ result }) => result,
    unsure: 'The SIM data may be imported',
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const problem =
    file === null
      ? 'The file is not read.'
      : file.problems.length > 0
        ? `${countText(file.problems.length, 'line')} cannot be taken, so nothing is.`
        : file.sims.length === 0
          ? 'The file says nothing of a SIM.'
          : undefined;
  const send = () => file !== null && saving.save({ params: {}, body: { sims: [...file.sims] } });
  return {
    chosen,
    choose,
    file,
    saving,
    send,
    draft: { isChanged: chosen !== null, isValid: problem === undefined, hiddenProblem: problem },
  };
}

/** Renders the dialog that imports a file of SIM data; what cannot be taken stands there before anything is. Source: SIMP2. */
function ImportDialog(props: Props) {
  const { chosen, choose, file, saving, send, draft } = useSimImport(props);
  return (
    <FormDialog
      title="Import SIM Data"
      width={640}
      draft={draft}
      saving={saving}
      word="Import"
      savingWord="Importing"
      onSubmit={send}
      onClose={props.onClose}
    >
      <FileField label="File" accept=".csv,.txt" onFile={choose} problem={chosen?.problem} hint={HINT} />
      {file !== null && (
        <>
          <p role="status">{countText(file.sims.length, 'device')}. An empty cell changes nothing.</p>
          {file.unused.length > 0 && <Note>Columns that are not used: {file.unused.join(', ')}.</Note>}
          {file.problems.length > 0 && (
            <Lines>
              {file.problems.slice(0, NAMED).map(({ line, problem }) => (
                <li key={line}>{`Line ${line}: ${problem}`}</li>
              ))}
              {file.problems.length > NAMED && <li>{`and ${file.problems.length - NAMED} more`}</li>}
            </Lines>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Renders the button that imports SIM data, where the server keeps them and for whom it is allowed. Source: SIMP2. */
export function SimImport({ serials }: { readonly serials: readonly string[] }) {
  const { isKept, refresh } = useDeviceSims();
  const problem = useCallProblem(postDeviceSims);
  const isPast = useContext(IntentContext) === null;
  const [isOpen, setOpen] = useState(false);
  if (!isKept || problem !== null) return null;
  return (
    <>
      <Button disabled={isPast} onClick={() => setOpen(true)}>
        <Upload aria-hidden="true" />
        Import SIM Data
      </Button>
      {isOpen && !isPast && <ImportDialog serials={serials} onSaved={refresh} onClose={() => setOpen(false)} />}
    </>
  );
}
