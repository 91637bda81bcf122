import { chakra } from '@chakra-ui/react';
import { useRef, type KeyboardEvent } from 'react';
import { CopyButton } from '#ui/CopyButton';
import { Field } from '#ui/Field';
import { Skeleton } from '#ui/Skeleton';
import { deviceNameProblem, keyOf, type MfaDraft, type MfaKey } from './mfaStep.ts';

// White in both colour modes: authenticator apps expect dark on light.
const Picture = chakra('div', {
  base: {
    display: 'grid',
    placeItems: 'center',
    minHeight: '264px',
    bg: 'white',
    borderRadius: 'sheet',
    border: '1px solid',
    borderColor: 'border',
    // Native size: scaling would make its squares uneven.
    '& img': { width: '240px', height: '240px', imageRendering: 'pixelated' },
  },
});

const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  act();
};

interface Props {
  /** Null while loading. */
  readonly mfaKey: MfaKey | null;
  readonly draft: MfaDraft;
  readonly onDraft: (draft: MfaDraft) => void;
  readonly onConfirm: () => void;
}

/** Renders the QR code and the fields for device name and code. */
export function MfaFields({ mfaKey, draft, onDraft, onConfirm }: Props) {
  const code = useRef<HTMLInputElement>(null);
  return (
    <>
      <p>Scan the image with an authenticator application, then enter the code it shows.</p>
      <Picture>
        {mfaKey === null ? (
          <Skeleton width="240px" />
        ) : (
          <img src={`data:image/png;base64,${mfaKey.qrCode}`} alt="QR code of the second factor" />
        )}
      </Picture>
      <KeyAsText address={mfaKey?.address} />
      <Field
        label="Device name"
        value={draft.deviceName}
        problem={deviceNameProblem(draft.deviceName)}
        onValue={(deviceName) => onDraft({ ...draft, deviceName })}
        maxLength={100}
        onKeyDown={onEnter(() => code.current?.focus())}
      />
      <Field
        ref={code}
        label="TOTP code"
        value={draft.code}
        onValue={(typed) => onDraft({ ...draft, code: typed })}
        maxLength={20}
        inputMode="numeric"
        autoComplete="one-time-code"
        onKeyDown={onEnter(onConfirm)}
      />
    </>
  );
}

/** Renders the key for a phone, which cannot scan its own screen: a link that opens the application, and the key to copy. Nothing where the server gives none. */
function KeyAsText({ address }: { readonly address: string | undefined }) {
  const key = keyOf(address);
  if (key === null) return null;
  return (
    <chakra.div display="grid" gap="2">
      <p>
        On this phone:{' '}
        <chakra.a href={address} color="accent.fg" textDecoration="underline" display="inline-flex" minHeight="24px">
          open the authenticator application
        </chakra.a>
        , or copy the key into it.
      </p>
      <chakra.div display="flex" alignItems="center" gap="2">
        <chakra.code translate="no" overflowWrap="anywhere">
          {key}
        </chakra.code>
        <CopyButton text={key.replaceAll(' ', '')} what="key" />
      </chakra.div>
    </chakra.div>
  );
}
