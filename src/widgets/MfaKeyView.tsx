import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { totpKeyOf } from '#domain/people/secondFactor';
import { CopyButton } from '#ui/CopyButton';
import { Skeleton } from '#ui/Skeleton';

/** The data for an authenticator app: the image as a PNG in base64 without `data:`, and the `otpauth:` URI if the server sends it. */
export interface MfaKey {
  readonly qrCode: string;
  readonly address?: string | null | undefined;
}

// The background is white in both colour modes, because authenticator apps expect dark squares on a light background.
const Picture = chakra('div', {
  base: {
    display: 'grid',
    placeItems: 'center',
    minHeight: '264px',
    bg: 'white',
    borderRadius: 'sheet',
    border: '1px solid',
    borderColor: 'border',
  },
});
/** Native size, because scaling would make the squares uneven. */
const Code = chakra('img', { base: { width: '240px', height: '240px', imageRendering: 'pixelated' } });
/** The colour of the surrounding notes. */
const Note = chakra('p', { base: { color: 'var(--note, inherit)' } });

interface Props {
  /** The key; null while it is loading. */
  readonly mfaKey: MfaKey | null;
  /** Shown in place of a key that is missing and not loading. */
  readonly instead?: ReactNode;
}

/** Renders the key of a second factor: the QR code to scan, and the key as text for a phone that displays this page itself. */
export function MfaKeyView({ mfaKey, instead }: Props) {
  return (
    <>
      <Picture>
        {mfaKey === null ? (
          (instead ?? <Skeleton width="240px" />)
        ) : (
          <Code src={`data:image/png;base64,${mfaKey.qrCode}`} alt="QR code of the second factor" />
        )}
      </Picture>
      <KeyAsText address={mfaKey?.address ?? undefined} />
    </>
  );
}

/**
 * Renders the key for a phone, which cannot scan its own screen: a link that opens the app, and the key to copy. Renders nothing if the server does not send
 * the URI.
 */
function KeyAsText({ address }: { readonly address: string | undefined }) {
  const key = totpKeyOf(address);
  if (key === null) return null;
  return (
    <chakra.div display="grid" gap="2">
      <Note>
        On this phone:{' '}
        <chakra.a href={address} color="accent.fg" textDecoration="underline" display="inline-flex" minHeight="24px">
          open the authenticator application
        </chakra.a>
        , or copy the key into it.
      </Note>
      <chakra.div display="flex" alignItems="center" gap="2">
        <chakra.code htmlTranslate="no" overflowWrap="anywhere">
          {key}
        </chakra.code>
        <CopyButton text={key.replaceAll(' ', '')} what="key" />
      </chakra.div>
    </chakra.div>
  );
}
