import { useState } from 'react';
import { getAllMaps, getMapIds, postMapUpload } from '#contract/map';
import { seesEverything } from '#domain/people/rights';
import {
  mapMessage,
  mapMessageProblem,
  newMapIdProblem,
  proposedVersion,
  takenMapIdProblem,
  uploadVersionProblem,
} from '#domain/places/mapUpload';
import { dottedVersion } from '#domain/places/mapVersion';
import { useFeature } from '#hooks/features';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { useIsPast } from '#hooks/IntentContext';
import { useSave } from '#hooks/useSave';
import { selectRole } from '#state/session';
import { useUnsaved } from '#ui/form/leaveGuard';
import { useReportSaving } from '#ui/SavingContext';
import { useMapFile, type ChosenFile } from './useMapFile.ts';

const STAFF_ONLY = 'Only the staff of the provider can add a map.';
const WHOLE_LIST = { allPages: true };

interface Draft {
  readonly message: string;
  readonly id: string;
  readonly chosen: ChosenFile | null;
  readonly target: ReturnType<typeof useTarget>;
  /** Whether the user may add a map; undefined if the server does not announce `map_upload`: the right is then not checked here. */
  readonly mayAdd: boolean | undefined;
}

/** Returns whether the map exists, its newest site version, and the ids of the known maps. `isLoaded` means that all maps are known. */
function useTarget(id: string) {
  const ids = useAnswer(getMapIds, {});
  const maps = useAnswer(getAllMaps, {}, {}, WHOLE_LIST);
  const map = maps.answer?.results.find((one) => one.id === id);
  const known = [...(maps.answer?.results.map((one) => one.id) ?? []), ...(ids.answer?.result ?? [])];
  return {
    map,
    newest: map?.versions.at(-1),
    known,
    exists: known.includes(id),
    isLoaded: maps.answer !== undefined,
    refresh: () => {
      maps.refresh();
      ids.refresh();
    },
  };
}

/** Returns why a file cannot be uploaded after the newest version of its map, undefined while no reason is known. */
function refusalOf({ problem, preview }: ChosenFile, newest: string | undefined): string | undefined {
  if (problem !== undefined) return problem;
  if (preview?.kind === 'refused') return preview.problem;
  return preview?.kind === 'read' ? uploadVersionProblem(dottedVersion(preview.map.version), newest) : undefined;
}

/** Returns the problems of a draft, by field. */
function problemsOf({ message, id, chosen, target, mayAdd }: Draft): Readonly<Record<'message' | 'id' | 'file', string | undefined>> {
  const isKnown = id === '' || target.exists || mayAdd === undefined;
  return {
    message: mapMessageProblem(mapMessage(message), 'What changed'),
    id: isKnown ? undefined : mayAdd ? (newMapIdProblem(id) ?? takenMapIdProblem(id, target.known)) : STAFF_ONLY,
    file: chosen === null ? undefined : refusalOf(chosen, target.newest),
  };
}

/** Returns the body of an upload. The server reads a form in order, so a field after the file would arrive too late. */
const bodyOf = (file: File, message: string) => ({ ...(message === '' ? {} : { message }), file });

/** The last upload that was sent: its map and file, and whether its notice is closed. `isMaybe` means that it was cancelled after the file had arrived. */
function useSent() {
  const [sent, setSent] = useState({ id: '', name: '', isClosed: true, isMaybe: false });
  return {
    sent,
    begin: (id: string, name: string) => setSent({ id, name, isClosed: false, isMaybe: false }),
    cancel: (progress: { readonly bytes: number; readonly total: number | null } | undefined) =>
      setSent((before) => ({ ...before, isMaybe: progress !== undefined && progress.bytes === progress.total })),
    close: () => setSent((before) => ({ ...before, isClosed: true, isMaybe: false })),
  };
}

/**
 * Returns draft, problems and the sending function of an upload: of a new version of the map `given`, otherwise of the map whose id is typed. Source:
 * MAP-013, OPEN-52, MAPS9, MAPV8.
 */
export function useUpload(given: string | undefined, onUploaded: () => void) {
  const isAnnounced = useFeature('map_upload');
  const isLive = !useIsPast();
  const isStaff = useAppSelector((s) => seesEverything(selectRole(s)));
  const [typedId, setId] = useState('');
  const id = given ?? typedId.trim();
  const [message, setMessage] = useState('');
  const { sent, ...last } = useSent();
  const [fieldKey, setFieldKey] = useState(0);
  const { chosen, choose } = useMapFile(isAnnounced && isLive);
  const target = useTarget(id);
  const proposed = proposedVersion(target.newest);
  // The version in the file, if it can be read here.
  const version = chosen?.preview?.kind === 'read' ? dottedVersion(chosen.preview.map.version) : proposed.version;
  const onSaved = () => {
    choose(null);
    onUploaded();
    setMessage('');
    setFieldKey((key) => key + 1);
  };
  const saving = useSave(postMapUpload, { saved: 'Map is uploaded', onSaved, onSettled: target.refresh });
  useReportSaving(saving.isSaving);
  useUnsaved(isAnnounced && (message !== '' || chosen !== null));
  const problems = problemsOf({ message, id, chosen, target, mayAdd: isAnnounced ? isStaff : undefined });
  const isReady = id !== '' && chosen !== null && chosen.preview !== undefined && target.isLoaded && saving.isPossible && !saving.isSaving;
  const canUpload = isAnnounced && isReady && Object.values(problems).every((problem) => problem === undefined);
  const submit = () => {
    // If `map_upload` is not announced, the button is disabled; the call behind it is that of the specification.
    if (chosen === null || chosen.problem !== undefined || (isAnnounced && !canUpload)) return;
    last.begin(id, chosen.file.name);
    saving.save({ params: { a: id, b: version }, body: bodyOf(chosen.file, isAnnounced ? mapMessage(message) : '') });
  };
  const cancel = () => {
    last.cancel(saving.progress);
    saving.cancel();
  };
  return {
    isAnnounced,
    id,
    typedId,
    setId,
    message,
    setMessage,
    chosen,
    choose,
    sent,
    target,
    hint: proposed.hint,
    problems,
    canUpload,
    submit,
    cancel,
    close: last.close,
    fieldKey,
    isSaving: saving.isSaving,
    alert: saving.alert,
    progress: saving.progress,
  };
}
