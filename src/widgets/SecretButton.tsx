import { EyeOff, KeyRound, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { Button } from '#ui/Button';
import { pressedOnce } from '#ui/pressedOnce';

interface Props {
  readonly isShown: boolean;
  readonly isPending: boolean;
  /** Whether a request is impossible, and why. */
  readonly reading?: { readonly disabled?: boolean | undefined; readonly title?: string | undefined } | undefined;
  readonly onRequest: () => void;
  readonly onHide: () => void;
  /** The words that request and hide. */
  readonly words?: readonly [request: string, hide: string] | undefined;
  /** The accessible names that request and hide, in a list of secrets. */
  readonly names?: readonly [request: string, hide: string] | undefined;
  readonly icon?: LucideIcon | undefined;
}

type Act = 'request' | 'hide';

/**
 * Renders the button that requests a secret, and hides it while it is shown. A press counts for what the button was at its begin: a secret that goes meanwhile is
 * not requested again. The second click of a double-click does nothing. Source: SECRET2.
 */
export function SecretButton({
  isShown,
  isPending,
  reading,
  onRequest,
  onHide,
  words = ['Request', 'Hide'],
  names,
  icon = KeyRound,
}: Props) {
  const begun = useRef<Act>(undefined);
  const act: Act = isShown ? 'hide' : 'request';
  const begin = () => {
    begun.current = act;
  };
  const press = pressedOnce(() => {
    const meant = begun.current ?? act;
    begun.current = undefined;
    if (meant !== act) return;
    if (meant === 'hide') onHide();
    else onRequest();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.repeat) begin();
    press.onKeyDown(event);
  };
  const at = isShown ? 1 : 0;
  const Icon = isShown ? EyeOff : icon;
  return (
    <Button
      aria-label={names?.[at]}
      aria-busy={!isShown && isPending}
      disabled={!isShown && (isPending || reading?.disabled === true)}
      title={isShown ? undefined : reading?.title}
      onPointerDown={begin}
      onClick={press.onClick}
      onKeyDown={onKeyDown}
    >
      <Icon aria-hidden="true" />
      {words[at]}
    </Button>
  );
}
