/** Handlers of the catalogue of error codes: read, explain, add, change, delete, import, the codes in use, and export as PDF. */

import { Buffer } from 'node:buffer';
import type { Kysely } from 'kysely';
import {
  getErrorCodes,
  getErrorCodesExport,
  getErrorCodesExportCheck,
  postDeleteErrorCode,
  postExplainErrorCodes,
  postRegisterErrorCode,
  postUpdateErrorCode,
} from '#contract/errorCode';
import { getUsedErrorCodes, postImportErrorCodes } from '#contract/errorCodeFile';
import { z } from '#contract/schema';
import { MAX_LANGUAGES } from '#domain/errorCodes/codeImport';
import {
  codeTextProblem,
  DEVELOPMENT,
  developmentProblem,
  languageProblem,
  type ErrorTexts,
  newCodeProblem,
  savedTexts,
} from '#domain/errorCodes/errorCodeTexts';
import { seesEverything } from '#domain/people/rights';
import { createFailure } from '../platform/failure/catalogue.ts';
import { forbidden, invalid } from '../platform/failure/failure.ts';
import { serve, serveUpload, type Handlers } from '../platform/http/serve.ts';
import { serveFile } from '../platform/http/serveFile.ts';
import type { CatalogueTask } from './catalogueThread.ts';
import type { Principal } from '../platform/principal.ts';
import { addCode, type CatalogueEntry, changeTexts, explainCodes, readCatalogue, readLanguage, removeCode } from './errorCodeStore.ts';
import { importCodes, usedCodes } from './importCodes.ts';
import type { Database } from '../platform/database/tables.ts';
import type { WorkSlots } from '../platform/limits/workSlots.ts';
import { mapInTurns } from '../platform/mapInTurns.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { runInThread } from '../platform/threads/runInThread.ts';

/** Dependencies of the catalogue handlers. */
export interface ErrorCodeDependencies {
  readonly database: Kysely<Database>;
  readonly settings: Pick<Settings, 'PRODUCT'>;
  readonly workSlots: WorkSlots;
  readonly now: () => number;
}

type ErrorCodeCall =
  | 'getErrorCodes'
  | 'postExplainErrorCodes'
  | 'postUpdateErrorCode'
  | 'postRegisterErrorCode'
  | 'postDeleteErrorCode'
  | 'getErrorCodesExport'
  | 'getErrorCodesExportCheck'
  | 'postImportErrorCodes'
  | 'getUsedErrorCodes';

async function languagesOf(entries: readonly CatalogueEntry[]): Promise<readonly string[]> {
  const languages = new Set<string>();
  await mapInTurns(entries, ({ description }) => {
    for (const language of Object.keys(description)) languages.add(language);
  });
  languages.delete(DEVELOPMENT);
  return [...languages].sort();
}

function textsToSave(description: ErrorTexts): ErrorTexts {
  const texts = savedTexts(description);
  const unsound = Object.entries(texts).map(([language, text]) => languageProblem(language) ?? codeTextProblem(text));
  const problem = developmentProblem(texts) ?? unsound.find((one) => one !== undefined);
  if (problem !== undefined) throw invalid(problem);
  if (Object.keys(texts).length > MAX_LANGUAGES) throw invalid(`A code has at most ${MAX_LANGUAGES} languages.`);
  return texts;
}

/** Timeout for printing a catalogue, in ms, and its memory limit. */
const PRINT_MS = 60_000;
const PRINT_MB = 512;

const inThread = (data: CatalogueTask) =>
  runInThread({
    script: new URL('catalogueThread.ts', import.meta.url),
    data,
    withinMs: PRINT_MS,
    memoryMb: PRINT_MB,
    texts: { late: 'The catalogue takes too long to print.', failed: 'The catalogue cannot be printed.' },
  });

const printed = z.instanceof(Uint8Array);

async function codesIn(database: Kysely<Database>, language: string): Promise<string> {
  const { isKnown, codes } = await readLanguage(database, language);
  if (!isKnown || language === DEVELOPMENT) throw invalid('There is no such language in the catalogue.');
  return codes;
}

const savedFile = z.object({ path: z.string() });

/** Throws 403 for people who are not staff: a file may replace every text, and all customers read them. */
function requireStaff({ role }: Pick<Principal, 'role'>): void {
  if (!seesEverything(role)) throw forbidden('Only the staff of the provider reads which codes are used.');
}

type ImportCall = 'postImportErrorCodes' | 'getUsedErrorCodes';

function importHandlers({ database, workSlots }: ErrorCodeDependencies): Pick<Handlers, ImportCall> {
  return {
    postImportErrorCodes: serveUpload(
      postImportErrorCodes,
      async ({ caller }) => requireStaff(caller),
      async ({ body, caller }, callerNow) => {
        const file = savedFile.safeParse(body.file);
        if (!file.success) throw createFailure('noFileField');
        const { path } = file.data;
        const expected = body.expected_version ?? null;
        const requireStill = async (tx: Kysely<Database>) => requireStaff((await callerNow(tx)).caller);
        const importing = { path, expected, removesMissing: body.remove_missing === 'true', requireStill };
        return workSlots(caller, () => importCodes(database, importing));
      },
    ),
    getUsedErrorCodes: serve(getUsedErrorCodes, async ({ caller }) => {
      requireStaff(caller);
      return { error_codes: [...(await usedCodes(database))] };
    }),
  };
}

/**
 * Creates the handlers of the error-code catalogue: read, explain and export with its check, for every signed-in user; change and import, for the
 * staff (`domain/people/callRights.ts`).
 */
export function errorCodeHandlers(dependencies: ErrorCodeDependencies): Pick<Handlers, ErrorCodeCall> {
  const { database, settings, workSlots, now } = dependencies;
  return {
    ...importHandlers(dependencies),
    getErrorCodes: serve(getErrorCodes, async () => {
      const { entries, version } = await readCatalogue(database);
      const error_codes = Object.fromEntries(entries.map(({ code, description }) => [code, { description }]));
      return { error_codes, languages: [...(await languagesOf(entries))], version };
    }),
    postExplainErrorCodes: serve(postExplainErrorCodes, async ({ body }) => ({
      error_codes: await explainCodes(database, body.error_codes),
    })),
    postUpdateErrorCode: serve(postUpdateErrorCode, async ({ body }) => {
      const entry = { code: body.error_code, description: textsToSave(body.description) };
      await changeTexts(database, entry, body.expected_description ?? null);
      return { result: true };
    }),
    postRegisterErrorCode: serve(postRegisterErrorCode, async ({ body }) => {
      const problem = newCodeProblem(body.error_code, {});
      if (problem !== undefined) throw invalid(problem);
      await addCode(database, { code: body.error_code, description: textsToSave(body.description) });
      return { result: true };
    }),
    postDeleteErrorCode: serve(postDeleteErrorCode, async ({ scope, body }) => {
      await removeCode(database, body.error_code, scope);
      return { result: true };
    }),
    getErrorCodesExport: serveFile(getErrorCodesExport, async ({ caller, query: { language } }) => {
      const codes = await codesIn(database, language);
      const print = { language, product: settings.PRODUCT, at: now() };
      const bytes = await workSlots(caller, () => inThread({ task: 'print', codes, print }));
      return { fileName: `error_codes_${language}.pdf`, type: 'application/pdf', body: Buffer.from(printed.parse(bytes)) };
    }),
    getErrorCodesExportCheck: serve(getErrorCodesExportCheck, async ({ caller, query: { language } }) => {
      const codes = await codesIn(database, language);
      return getErrorCodesExportCheck.answer.parse(await workSlots(caller, () => inThread({ task: 'check', codes, language })));
    }),
  };
}
