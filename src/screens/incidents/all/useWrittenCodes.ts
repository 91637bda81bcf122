import { useState } from 'react';
import { getIncidentErrorCodes, type Incident } from '#contract/incident';
import { codeText, writtenCodes } from '#domain/errorCodes/errorCode';
import { selectErrorCatalogue } from '#state/referenceData';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * Returns the codes of the incidents and of the catalogue as the server writes them, by normalised code: first those of the rows, then those that it counts, then
 * those of the catalogue. `learn` adds the rows of a page, which stay known after it. Source: FILTER2, SENT1.
 */
export function useWrittenCodes() {
  const catalogue = useAppSelector(selectErrorCatalogue);
  // Requested once; codes that arrive later are in the rows.
  const counted = useAnswer(getIncidentErrorCodes, {}, {}, { everyMs: null }).answer?.result?.per_error_code;
  const [ofRows, setOfRows] = useState(NONE);
  const written = writtenCodes([...ofRows.values(), ...Object.keys(counted ?? {}), ...Object.keys(catalogue ?? {})]);
  const learn = (rows: readonly Incident[]) => {
    const found = rows.flatMap(({ error_code }) => (error_code ? [error_code] : [])).filter((code) => !ofRows.has(codeText(code)));
    if (found.length > 0) setOfRows(writtenCodes([...ofRows.values(), ...found]));
  };
  return { written, learn };
}
