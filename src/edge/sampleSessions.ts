/** Reads the recorded sample sessions that are served with the console. */

import { z } from '#contract/schema';

const sampleSession = z.object({
  file: z.string().check(z.regex(/^[\w-]+\.orangery$/)),
  note: z.string(),
  from: z.number(),
  to: z.number(),
  devices: z.number(),
  size: z.number(),
});
/** A recorded session that is served with the console. Instants are in ms since epoch, `size` is in bytes. */
export type SampleSession = z.infer<typeof sampleSession>;

/** Access to the recorded sessions that are served with the console. */
export interface SampleSessions {
  /** Returns the list of the sessions; empty if the console is served without any. Never rejects. */
  readonly list: () => Promise<readonly SampleSession[]>;
  /** Downloads the file of a session. Rejects if that fails. */
  readonly load: (session: SampleSession) => Promise<Blob>;
}

const FOLDER = '/sessions/';

/** Creates the access to the sessions that are served with this page. */
export function createSampleSessions(page: Pick<Window & typeof globalThis, 'fetch'>): SampleSessions {
  const get = async (name: string) => {
    const answer = await page.fetch(FOLDER + name, { credentials: 'same-origin' });
    if (!answer.ok) throw new Error('This session could not be loaded.');
    return answer;
  };
  return {
    list: async () => {
      try {
        // A host that answers every path with the page of the console, instead of 404, serves no list.
        return z.array(sampleSession).safeParse(await (await get('index.json')).json()).data ?? [];
      } catch {
        return [];
      }
    },
    load: async ({ file }) => (await get(file)).blob(),
  };
}
