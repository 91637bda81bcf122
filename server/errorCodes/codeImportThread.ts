/** The worker thread for the import: reads a file of error codes and compares it with the catalogue. */

import { readFile, stat } from 'node:fs/promises';
import { errorCodeText } from '#contract/errorCode';
import { z } from '#contract/schema';
import { codeFileProblems, encodingProblem, MAX_CODE_FILE_BYTES, readCodeFile } from '#domain/errorCodes/codeFile';
import { catalogueLanguages, codeImport, lineProblemText } from '#domain/errorCodes/codeImport';
import { invalid } from '../platform/failure/failure.ts';
import { answerInThread } from '../platform/threads/answerInThread.ts';

const importTask = z.object({ path: z.string(), catalogue: z.string() });
/** The input of the thread: a file, and the catalogue as JSON, with which the file is compared. */
export type ImportTask = z.infer<typeof importTask>;

/** Maximum number of problems that a refusal names. */
const MAX_NAMED = 3;

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

async function textOf(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > MAX_CODE_FILE_BYTES) throw invalid(codeFileProblems.tooLarge);
  const bytes = await readFile(path);
  const text = decoded(bytes);
  const problem = encodingProblem(bytes, text);
  if (problem !== undefined || text === null) throw invalid(problem ?? codeFileProblems.notUtf8);
  return text;
}

await answerInThread(async (data) => {
  const { path, catalogue: json } = importTask.parse(data);
  const catalogue = z.record(z.string(), errorCodeText).parse(JSON.parse(json));
  const { added, changed, same, missing, problems } = codeImport(
    readCodeFile(await textOf(path), catalogueLanguages(catalogue)),
    catalogue,
  );
  if (problems.length > 0) {
    const more = problems.length > MAX_NAMED ? [`And ${problems.length - MAX_NAMED} more.`] : [];
    throw invalid([...problems.slice(0, MAX_NAMED).map(lineProblemText), ...more].join(' '));
  }
  const written = JSON.stringify([...added, ...changed].map(({ code, description }) => ({ code, description })));
  return { value: { added: added.length, changed: changed.length, same, written, missing: JSON.stringify(missing) }, moved: [] };
});
