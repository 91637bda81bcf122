import { createContext, type ReactNode, useCallback, useContext, useLayoutEffect, useState } from 'react';

/** The names of the mounted parts of one kind: parts announce themselves while they are mounted, and others read the names. */
interface Presence {
  readonly Provider: (props: { readonly children: ReactNode }) => ReactNode;
  /** Announces a part while it is mounted; not while its name is null. */
  readonly useAnnounce: (name: string | null) => void;
  /** Returns the names of the mounted parts; empty outside the provider. */
  readonly usePresent: () => readonly string[];
}

/** Creates the provider and the hooks of one kind of part. */
export function createPresence(): Presence {
  const EnterContext = createContext<(name: string) => () => void>(() => () => undefined);
  const PresentContext = createContext<readonly string[]>([]);
  return {
    Provider: ({ children }) => {
      const [present, setPresent] = useState<readonly string[]>([]);
      const enter = useCallback((name: string) => {
        setPresent((names) => [...names, name]);
        return () => setPresent((names) => names.toSpliced(names.indexOf(name), 1));
      }, []);
      return (
        <EnterContext value={enter}>
          <PresentContext value={present}>{children}</PresentContext>
        </EnterContext>
      );
    },
    useAnnounce: (name) => {
      const enter = useContext(EnterContext);
      useLayoutEffect(() => (name === null ? undefined : enter(name)), [enter, name]);
    },
    usePresent: () => useContext(PresentContext),
  };
}
