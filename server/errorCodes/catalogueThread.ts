import { z } from '#contract/schema';
import { byCode } from '#domain/errorCodes/errorCode';
import { answerInThread } from '../platform/threads/answerInThread.ts';
import type { CatalogueEntry } from './errorCodeStore.ts';
import { catalogueDocument, unprintableTexts } from './catalogueDocument.ts';

const catalogueTask = z.union([
  z.object({ task: z.literal('print'), codes: z.string(), print: z.object({ language: z.string(), product: z.string(), at: z.number() }) }),
  z.object({ task: z.literal('check'), codes: z.string(), language: z.string() }),
]);
const texts = z.array(z.object({ code: z.string(), text: z.nullable(z.string()) }));

/** Returns the entries of a catalogue in one language, sorted by code. */
const entriesOf = (codes: string, language: string): readonly CatalogueEntry[] =>
  texts
    .parse(JSON.parse(codes))
    .map(({ code, text }) => ({ code, description: text === null ? {} : { [language]: text } }))
    .toSorted((a, b) => byCode(a.code, b.code));

/** Task of the worker thread for the PDF: to print a catalogue, whose codes are given as JSON, or to list the texts that cannot be printed. */
export type CatalogueTask = z.infer<typeof catalogueTask>;

await answerInThread(async (data) => {
  const work = catalogueTask.parse(data);
  if (work.task === 'check') return { value: unprintableTexts(entriesOf(work.codes, work.language), work.language), moved: [] };
  const bytes = new Uint8Array(await catalogueDocument(entriesOf(work.codes, work.print.language), work.print));
  return { value: bytes, moved: [bytes.buffer] };
});
