import { useRef, useState } from 'react';
import { encodingProblem } from '#domain/errorCodes/codeFile';

/** The selected file. `text` is undefined while the file is being read, and null if it cannot be read; `problem` is the reason. */
interface ChosenFile {
  readonly file: File;
  readonly text: string | null | undefined;
  readonly problem: string | undefined;
}

type Read = Pick<ChosenFile, 'text' | 'problem'>;

const NOT_READ = 'The file cannot be read. Choose it again.';

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The maximum size of a file in bytes, and the problem text for a larger file. */
interface Limit {
  readonly bytes: number;
  readonly problem: string;
}

async function readText(file: File, most: Limit): Promise<Read> {
  if (file.size > most.bytes) return { text: null, problem: most.problem };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decoded(bytes);
  const problem = encodingProblem(bytes, text);
  return problem === undefined ? { text, problem } : { text: null, problem };
}

/**
 * Returns the selected file with its text, which must be UTF-8, and the function that selects a file. The content of a previously selected file is discarded.
 */
export function useTextFile(most: Limit) {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const newest = useRef<File | null>(null);
  const choose = (file: File | null) => {
    newest.current = file;
    if (file === null) {
      setChosen(null);
      return;
    }
    setChosen({ file, text: undefined, problem: undefined });
    const settle = (read: Read) => (newest.current === file ? setChosen({ file, ...read }) : undefined);
    void readText(file, most).then(settle, () => settle({ text: null, problem: NOT_READ }));
  };
  return { chosen, choose };
}
