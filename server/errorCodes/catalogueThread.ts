import { z } from '#contract/schema';
import { answerInThread } from '../platform/threads/answerInThread.ts';
import { catalogueDocument, unprintableTexts } from './catalogueDocument.ts';

const entries = z.readonly(z.array(z.object({ code: z.string(), description: z.record(z.string(), z.string()) })));
const catalogueTask = z.union([
  z.object({ task: z.literal('print'), entries, print: z.object({ language: z.string(), product: z.string(), at: z.number() }) }),
  z.object({ task: z.literal('check'), entries, language: z.string() }),
]);
/** The worker thread for the PDF: prints a catalogue, or lists the texts that cannot be printed. */
export type CatalogueTask = z.infer<typeof catalogueTask>;

await answerInThread(async (data) => {
  const work = catalogueTask.parse(data);
  if (work.task === 'check') return { value: unprintableTexts(work.entries, work.language), moved: [] };
  const bytes = new Uint8Array(await catalogueDocument(work.entries, work.print));
  return { value: bytes, moved: [bytes.buffer] };
});
