import { chakra } from '@chakra-ui/react';

// `anywhere` would allow the column to become as narrow as one letter.
const Address = chakra('span', { base: { whiteSpace: 'normal', overflowWrap: 'break-word' } }, { defaultProps: { className: 'wraps' } });

/** Renders an e-mail address that breaks after its `@` if it does not fit on a line. */
export function EmailText({ email }: { readonly email: string }) {
  const at = email.lastIndexOf('@') + 1;
  return (
    <Address>
      <span>{email.slice(0, at)}</span>
      <wbr />
      <span>{email.slice(at)}</span>
    </Address>
  );
}
