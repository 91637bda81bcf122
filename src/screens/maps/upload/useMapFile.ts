import { useContext, useRef, useState } from 'react';
import type { MapFilePreview } from '#domain/places/mapFile';
import { ARCHIVE_LIMITS } from '#domain/places/archiveFiles';
import { MapFileContext } from '#hooks/MapFileContext';
import { useUnmount } from '#hooks/useUnmount';

const NOT_A_ZIP = 'Choose a .zip file.';
const TOO_LARGE = 'A map has at most 100 MB.';

function problemOf(file: File): string | undefined {
  if (!file.name.toLowerCase().endsWith('.zip')) return NOT_A_ZIP;
  return file.size > ARCHIVE_LIMITS.packedBytes ? TOO_LARGE : undefined;
}

/** The selected map file. `preview` is undefined while the file is read, and null if files are not read. */
export interface ChosenFile {
  readonly file: File;
  readonly problem: string | undefined;
  readonly preview: MapFilePreview | null | undefined;
}

/** Returns the selected file with its preview. `reads` says whether files are read before they are sent. */
export function useMapFile(reads: boolean) {
  const read = useContext(MapFileContext);
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const reading = useRef<AbortController | null>(null);
  const end = () => reading.current?.abort();
  useUnmount(end);
  const choose = (file: File | null) => {
    end();
    if (file === null) {
      setChosen(null);
      return;
    }
    const problem = problemOf(file);
    if (!reads || read === null || problem !== undefined) {
      setChosen({ file, problem, preview: null });
      return;
    }
    const leaving = new AbortController();
    reading.current = leaving;
    setChosen({ file, problem, preview: undefined });
    void read(file, leaving.signal).then((preview) => setChosen({ file, problem, preview }));
  };
  return { chosen, choose };
}
