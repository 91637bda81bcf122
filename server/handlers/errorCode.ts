import { errorCodeText, getErrorCodes } from '#contract/errorCode';
import { serve, type Handlers } from '../http/serve.ts';
import type { World } from './world.ts';

const DEVELOPMENT = 'development';

/** The catalogue of error codes. */
export function errorCodeHandlers({ database }: World): Pick<Handlers, 'getErrorCodes'> {
  return {
    getErrorCodes: serve(getErrorCodes, async () => {
      const rows = await database.selectFrom('error_code').selectAll().orderBy('code').execute();
      const texts = rows.map((row) => ({ code: row.code, ...errorCodeText.parse({ description: row.description }) }));
      const languages = new Set(texts.flatMap(({ description }) => Object.keys(description)));
      languages.delete(DEVELOPMENT);
      return {
        error_codes: Object.fromEntries(texts.map(({ code, description }) => [code, { description }])),
        languages: [...languages].sort(),
      };
    }),
  };
}
