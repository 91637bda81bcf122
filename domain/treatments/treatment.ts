/** Treatments on their screens: the id in the URL, the reasons for no recovery, and the number of rows not treated. */

/** Maximum length of a treatment id, in characters. */
const MAX_ID = 200;

/** Parses a treatment id from user input or a URL, trimmed; null when it cannot be an id. */
export function treatmentIdOf(text: string | null): string | null {
  const id = (text ?? '').trim();
  return id === '' || id === '.' || id === '..' || id.length > MAX_ID || id.includes('\0') ? null : id;
}

interface TreatmentEvent {
  readonly data?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Returns the distinct `no_recovery_reason` values of a treatment's events, in event order. Source: OPEN-115. */
export function noRecoveryReasons(events: readonly TreatmentEvent[] | null | undefined): readonly string[] {
  const text = (events ?? []).map(({ data }) => data?.['no_recovery_reason']);
  return [...new Set(text.filter((reason) => typeof reason === 'string' && reason.trim() !== ''))].map(String);
}

interface Counted {
  readonly total_asked?: number | null | undefined;
  readonly total_treated?: number | null | undefined;
}

/** Returns the number of requested rows that were not treated, at least 0; undefined when a count is missing. Source: OPEN-114, GAP-68. */
export function rowsNotTreated(stats: Counted | null | undefined): number | undefined {
  const { total_asked: asked, total_treated: treated } = stats ?? {};
  return asked == null || treated == null ? undefined : Math.max(0, asked - treated);
}
