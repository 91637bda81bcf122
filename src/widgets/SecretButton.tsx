import { EyeOff, KeyRound, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { Button } from '#ui/Button';
import { pressedOnce } from '#ui/pressedOnce';

interface Props {
  readonly isShown: boolean;
  readonly isPending: boolean;
  /** Whether the request is impossible (`disabled`), and the reason (`title`). */
  readonly reading?: { readonly disabled?: boolean | undefined; readonly title?: string | undefined } | undefined;
  readonly onRequest: () => void;
  readonly onHide: () => void;
  /** The labels for requesting and hiding. */
  readonly words?: readonly [request: string, hide: string] | undefined;
  /** The accessible names for requesting and hiding, in a list of secrets. */
  readonly names?: readonly [request: string, hide: string] | undefined;
  readonly icon?: LucideIcon | undefined;
}

type Act = 'request' | 'hide';

/** The keys that press a button. */
const PRESSING = new Set(['Enter', ' ']);

/**
 * Renders the button that requests a secret, and hides it while it is shown. A press has the action that the button had when the press began, so a secret that
 * disappears meanwhile is not requested again. The second click of a double-click has no effect. Source: SECRET2.
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
  const begun = useRef<{ readonly act: Act; readonly isKey: boolean }>(undefined);
  const act: Act = isShown ? 'hide' : 'request';
  const begin = (isKey: boolean) => {
    begun.current = { act, isKey };
  };
  const forget = () => {
    begun.current = undefined;
  };
  const press = pressedOnce(isShown ? onHide : onRequest);
  const onClick = (event: MouseEvent) => {
    // A press that was not completed, such as one released elsewhere, must not determine the action of the next click. Clicks by keys and assistive technology
    // have detail 0.
    const meant = begun.current?.isKey === (event.detail === 0) ? begun.current.act : act;
    forget();
    if (meant === act) press.onClick(event);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.repeat && PRESSING.has(event.key)) begin(true);
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
      onPointerDown={() => begin(false)}
      onBlur={forget}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <Icon aria-hidden="true" />
      {words[at]}
    </Button>
  );
}
