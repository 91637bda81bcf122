import { LoaderCircle, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type MouseEvent, useState } from 'react';
import { type CommandName, problemTexts } from '#domain/commands';
import { Button } from '#ui/Button';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { Tooltip } from '#ui/Tooltip';
import { useCommand } from './useCommand.ts';

const PAST = 'You are looking at the past';
const turning = { '& .lucide-loader-circle': { animation: 'spin 1s linear infinite', _motionReduce: { animation: 'none' } } };

interface Props extends Pick<ComponentProps<typeof Button>, 'look' | 'size' | 'wide'> {
  readonly name: CommandName;
  readonly serial: string;
  readonly icon?: LucideIcon | undefined;
  /** In place of the command's own. */
  readonly label?: string | undefined;
  /** Parameters of the call's path beside the serial. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** Asked first in place of the command's own question; null for that one. */
  readonly question?: string | null | undefined;
  /** The device works on it still. */
  readonly isBusy?: boolean | undefined;
}

/** The button of a command: asks first where the command says so, and says why it is off where it is. */
export function CommandButton({ name, serial, icon, label, params, question = null, isBusy = false, ...looks }: Props) {
  const { row, deviceName, give, problem, isSending, isAvailable } = useCommand(name, serial, params);
  // What is asked is what was pressed, whatever the button becomes meanwhile.
  const [asked, setAsked] = useState<{ readonly text: string; readonly yes: () => void } | null>(null);
  const text = question ?? row.question?.(deviceName) ?? null;
  const reason = isAvailable ? problem && problemTexts[problem] : PAST;
  // A stop must never wait for a stop.
  const isTurning = (isSending || isBusy) && !row.isDanger;
  const isOff = reason !== null || isTurning;
  const Icon = isTurning ? LoaderCircle : icon;
  // The second click of a double-click was never meant as a second command, nor for the button that has come in its place.
  const press = (event: MouseEvent) => {
    if (isOff || event.detail > 1) return;
    if (text === null) give();
    else setAsked({ text, yes: give });
  };
  const yes = () => {
    setAsked(null);
    asked?.yes();
  };
  return (
    <>
      <Tooltip text={reason}>
        <Button {...looks} css={turning} aria-disabled={isOff} aria-busy={isTurning} aria-description={reason ?? undefined} onClick={press}>
          {Icon && <Icon aria-hidden="true" />}
          {label ?? row.label}
        </Button>
      </Tooltip>
      <ConfirmDialog open={asked !== null} text={asked?.text} danger={row.isDanger} onYes={yes} onNo={() => setAsked(null)} />
    </>
  );
}
