import { isErrorCode } from '#domain/errorCode';
import { MISSING } from '#domain/numbers';
import { ErrorCode } from '#widgets/ErrorCode';

/** A code in red with its text, or the words that stand in its place. */
export function CodeValue({ code }: { readonly code: string | null | undefined }) {
  return isErrorCode(code) ? <ErrorCode code={code} /> : <>{code == null || code === '' ? MISSING : code}</>;
}
