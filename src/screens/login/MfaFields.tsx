import { chakra } from '@chakra-ui/react';
import { useRef, type KeyboardEvent } from 'react';
import { Field } from '#ui/Field';
import { Skeleton } from '#ui/Skeleton';
import type { MfaDraft } from './mfaStep.ts';

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
  readonly qrCode: string | null;
  readonly draft: MfaDraft;
  readonly onDraft: (draft: MfaDraft) => void;
  readonly onConfirm: () => void;
}

/** Renders the QR code and the fields for device name and code. */
export function MfaFields({ qrCode, draft, onDraft, onConfirm }: Props) {
  const code = useRef<HTMLInputElement>(null);
  return (
    <>
      <p>Scan the image with an authenticator application, then enter the code it shows.</p>
      <Picture>
        {qrCode === null ? <Skeleton width="240px" /> : <img src={`data:image/png;base64,${qrCode}`} alt="QR code of the second factor" />}
      </Picture>
      <Field
        label="Device name"
        value={draft.deviceName}
        onValue={(deviceName) => onDraft({ ...draft, deviceName })}
        maxLength={100}
        onKeyDown={onEnter(() => code.current?.focus())}
      />
      <Field
        ref={code}
        label="TOTP code"
        value={draft.code}
        onValue={(typed) => onDraft({ ...draft, code: typed.replaceAll(/\D/g, '').slice(0, 6) })}
        inputMode="numeric"
        autoComplete="one-time-code"
        onKeyDown={onEnter(onConfirm)}
      />
    </>
  );
}
