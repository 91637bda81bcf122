import { z } from '#contract/schema';
import { answerInThread } from '../platform/threads/answerInThread.ts';
import { catalogueDocument } from './catalogueDocument.ts';

const printed = z.object({
  entries: z.array(z.object({ code: z.string(), description: z.record(z.string(), z.string()) })),
  print: z.object({ language: z.string(), product: z.string(), at: z.number() }),
});

await answerInThread(async (data) => {
  const { entries, print } = printed.parse(data);
  const bytes = new Uint8Array(await catalogueDocument(entries, print));
  return { value: bytes, moved: [bytes.buffer] };
});
