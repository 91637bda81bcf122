import { createContext, type ReactNode, useContext, useState } from 'react';
import { ConfirmDialog } from '#ui/ConfirmDialog';

/** A confirmation before a command; its text and command are those at the time of the press, even if the button changes. */
interface CommandQuestion {
  readonly text: string;
  /** Sends the command. */
  readonly yes: () => void;
  /** Whether the command is a stop. */
  readonly isDanger: boolean;
}

const CommandQuestionContext = createContext<((question: CommandQuestion) => void) | null>(null);

/**
 * Renders the confirmation before a command above the screens. The dialog stays open until it is answered, even if the row or page of its button disappears,
 * because the device reports another state or a list no longer contains it. Source: STOPWAY12.
 */
export function CommandQuestionProvider({ children }: { readonly children: ReactNode }) {
  const [question, setQuestion] = useState<CommandQuestion | null>(null);
  const yes = () => {
    setQuestion(null);
    question?.yes();
  };
  return (
    <CommandQuestionContext value={setQuestion}>
      {children}
      <ConfirmDialog
        open={question !== null}
        text={question?.text}
        danger={question?.isDanger}
        onYes={yes}
        onNo={() => setQuestion(null)}
      />
    </CommandQuestionContext>
  );
}

/** Returns the function that opens the confirmation before a command. Throws without a provider. */
export function useCommandQuestion(): (question: CommandQuestion) => void {
  const ask = useContext(CommandQuestionContext);
  // Without a provider, a stop would do nothing.
  if (ask === null) throw new Error('There is no CommandQuestionProvider.');
  return ask;
}
