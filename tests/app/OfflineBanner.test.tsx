import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OfflineBanner } from '#app/console/OfflineBanner';
import { Shell } from '#app/shell/Shell';
import { selectIsOffline } from '#state/page';
import { useAppSelector } from '#hooks/useAppSelector';
import { showing } from '../widgets/aConsole.tsx';

const text = 'No internet connection found. App is running in offline mode.';

function OfflineScreen() {
  return <OfflineBanner isOffline={useAppSelector(selectIsOffline)} />;
}

const shell = (
  <Shell
    product="Orangery"
    menu={[]}
    title="Dashboard"
    person={{ name: 'An Verhoeven', leaving: 'Log Out' }}
    age={null}
    footer={{ version: '1.4.0', year: 2026, owner: 'Serra Robotics' }}
    notices={<OfflineScreen />}
    onNavigate={() => undefined}
    onLogOut={() => undefined}
  >
    <p>Everything</p>
  </Shell>
);

it('[SHELL-046] a recording says that its own console had no connection, not the reader', () => {
  showing(<OfflineBanner isOffline isRecorded />);
  expect(screen.getByText('The recorded console had no connection at this moment.')).toBeVisible();
  expect(screen.queryByText(text)).toBeNull();
});

it('[SHELL-046] [MSG-014] [STILL4] the message stands below the screen while there is no connection, and only then', () => {
  const { learn } = showing(shell, { address: '/dashboard' });
  expect(screen.queryByText(text)).toBeNull();
  learn([1, { kind: 'page.offline' }]);
  const sheet = screen.getByRole('main');
  expect(sheet).not.toContainElement(screen.getByText(text));
  expect(screen.getByText(text).closest('[role=status]')).not.toBeNull();
  expect(sheet.compareDocumentPosition(screen.getByText(text))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  learn([2, { kind: 'page.online' }]);
  expect(screen.queryByText(text)).toBeNull();
  expect(sheet).toHaveTextContent('Everything');
});
