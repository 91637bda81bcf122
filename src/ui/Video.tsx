import { chakra } from '@chakra-ui/react';
import { useContext, useEffect, useState } from 'react';
import { ShowBytesContext } from './SaveFileContext.ts';

const Player = chakra('video', {
  base: { display: 'block', width: '100%', aspectRatio: '16 / 9', bg: '#0C100E', borderRadius: 'sheet' },
});

interface Props {
  /** The accessible name. */
  readonly label: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The media type, e.g. `video/mp4`. */
  readonly type: string;
  /** Called when the browser cannot decode the bytes; the player itself would stay black and show no reason. */
  readonly onBroken?: (() => void) | undefined;
  /** Called with the element, for a caller that controls or observes its playback, and with null when the element is removed. */
  readonly onVideo?: ((video: HTMLVideoElement | null) => void) | undefined;
}

/** Renders a video from bytes and revokes their object URL on unmount. */
export function Video({ label, bytes, type, onBroken, onVideo }: Props) {
  const show = useContext(ShowBytesContext);
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const shown = show?.(bytes, type);
    setAddress(shown?.address);
    return () => shown?.forget();
  }, [show, bytes, type]);
  return address === undefined ? null : (
    <Player ref={onVideo} aria-label={label} controls muted playsInline preload="metadata" src={address} onError={onBroken} />
  );
}
