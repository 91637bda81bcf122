import { call } from './call.ts';
import { z } from './schema.ts';

/** A code's texts: `development` for engineers, then one per language. Source: spec, Error code; OPEN-41. */
export const errorCodeText = z.object({ description: z.record(z.string(), z.string()) });
/** The catalogue: codes of `0x` plus 8 hex digits. Source: CALL-036. */
export const getErrorCodes = call({
  method: 'GET',
  path: 'xenion/error_codes/all',
  summary: 'Error code catalogue.',
  answer: z.object({ error_codes: z.record(z.string(), errorCodeText), languages: z.array(z.string()) }),
});
