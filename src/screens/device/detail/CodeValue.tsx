import { isErrorCode } from '#domain/errorCodes/errorCode';
import { MISSING } from '#domain/text/numbers';
import { ErrorCode } from '#widgets/ErrorCode';

/** Renders an error code in red with its text, or the reported word if it is not an error code. */
export function CodeValue({ code }: { readonly code: string | null | undefined }) {
  return isErrorCode(code) ? <ErrorCode code={code} /> : <>{code == null || code === '' ? MISSING : code}</>;
}
