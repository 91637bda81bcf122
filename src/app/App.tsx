import { useState } from 'react';
import { Provider } from 'react-redux';
import { Route, Routes, unstable_HistoryRouter as HistoryRouter } from 'react-router-dom';
import { askBeforeUnload } from '#edge/askBeforeUnload';
import { FeaturesContext } from '#state/features';
import { SecretContext } from '#state/secretChannel';
import { SiteContext } from '#state/site';
import { IntentContext } from '#state/IntentContext';
import { WordsContext } from '#state/words';
import { createLeaveGuard, LeaveGuardContext } from '#ui/form/leaveGuard';
import { SaveBase64Context, SaveTextContext, ShowBytesContext } from '#ui/saveFile';
import { ConsoleContext, type Console } from './ConsoleContext.ts';
import { Gate } from './Gate.tsx';
import { guardedHistory } from './guardedHistory.ts';
import { LoginPage } from './LoginPage.tsx';
import { routes } from './routes.ts';
import type { startLog } from './start.ts';

// Without loaders and actions, which the log replaces, the router is half as large.
const pages = (
  <Routes>
    <Route path="/" element={<LoginPage />} />
    <Route element={<Gate />}>
      {routes.map(({ path, screen: Screen }) => (
        <Route key={path} path={path} element={<Screen />} />
      ))}
      <Route path="*" element={null} />
    </Route>
  </Routes>
);

interface Props {
  readonly running: ReturnType<typeof startLog>;
  readonly console: Console;
}

/** Everything handed in, once: store, intents, secrets, the console's own. */
export function App({ running, console }: Props) {
  const [leaveGuard] = useState(() => createLeaveGuard(askBeforeUnload(window)));
  const [history] = useState(() => guardedHistory(window, leaveGuard));
  return (
    <Provider store={running.store}>
      <IntentContext value={running.give}>
        <SecretContext value={running.secrets}>
          <ConsoleContext value={console}>
            <WordsContext value={console.config}>
              <FeaturesContext value={console.config.features}>
                <SaveTextContext value={console.saveText}>
                  <SaveBase64Context value={console.saveBase64}>
                    <ShowBytesContext value={console.showBytes}>
                      <SiteContext value={console.config}>
                        <LeaveGuardContext value={leaveGuard}>
                          <HistoryRouter history={history}>{pages}</HistoryRouter>
                        </LeaveGuardContext>
                      </SiteContext>
                    </ShowBytesContext>
                  </SaveBase64Context>
                </SaveTextContext>
              </FeaturesContext>
            </WordsContext>
          </ConsoleContext>
        </SecretContext>
      </IntentContext>
    </Provider>
  );
}
