import { createContext, type ReactNode, useContext, useState } from 'react';
import { ConfirmDialog } from '#ui/ConfirmDialog';

/** A question before a command; the text and the command are those of the press, whatever becomes of the button. */
interface CommandQuestion {
  readonly text: string;
  /** Sends the command. */
  readonly yes: () => void;
  /** Whether the command is a stop. */
  readonly isDanger: boolean;
}

const CommandQuestionContext = createContext<((question: CommandQuestion) => void) | null>(null);

/**
 * Holds the question before a command above the screens. It stays open until it is answered, also if the row or the page of its button disappears meanwhile,
 * because the device reports another state or a list lacks it. Source: STOPWAY12.
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

/** Returns the function that opens the question before a command. */
export function useCommandQuestion(): (question: CommandQuestion) => void {
  const ask = useContext(CommandQuestionContext);
  // Without it a stop would do nothing.
  if (ask === null) throw new Error('There is no CommandQuestionProvider.');
  return ask;
}
