import { useObservableState } from 'observable-hooks';
import { LoginScreen } from '#screens/login/LoginScreen';
import { useConsole } from './ConsoleContext.ts';
import { OfflineBanner } from './OfflineBanner.tsx';
import { useSignIn } from './useSignIn.ts';

interface Props {
  /** The e-mail address from the link. */
  readonly hint: string | null;
  readonly year: number;
  /** The reason why the last sign-in ended; null if it was not refused. */
  readonly refused: string | null;
}

/** Renders the sign-in page for users who are not signed in. It needs neither log nor store. */
export function SignInPage({ hint, year, refused }: Props) {
  const { config, online$ } = useConsole();
  const isOnline = useObservableState(online$, true);
  const signIn = useSignIn(hint);
  return (
    <LoginScreen
      banner={<OfflineBanner isOffline={!isOnline} />}
      company={config.company}
      product={config.product}
      version={config.version}
      year={year}
      links={{ liveDataGraphs: config.live_data_graphs_url, deviceTextLogs: config.device_text_logs_url }}
      demoAccounts={config.demo_accounts}
      {...signIn}
      problem={signIn.problem ?? refused}
    />
  );
}
