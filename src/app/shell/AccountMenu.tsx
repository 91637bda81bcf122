import { screenAddress } from '#domain/addresses';
import { chakra } from '@chakra-ui/react';
import { Bell, ChevronDown, CircleUser, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useColorMode } from '#ui/ColorMode';
import { Menu } from '#ui/Menu';

const Who = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: { base: '44px', lg: '36px' },
    ps: '4px',
    pe: '6px',
    borderRadius: 'control',
    whiteSpace: 'nowrap',
    _hover: { bg: 'bg.muted' },
  },
});
const Face = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: '28px',
    height: '28px',
    borderRadius: 'full',
    bg: 'bg.emphasized',
    fontSize: '12px',
    fontWeight: 600,
  },
});
const Name = chakra('span', {
  base: { mdDown: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' } },
});
const Arrow = chakra(ChevronDown, { base: { hideBelow: 'md', width: '14px', height: '14px', color: 'fg.subtle' } });

const THEMES = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'As the system', icon: Monitor },
] as const;

const initials = (name: string) =>
  name
    .split(/\s+/)
    .flatMap((word) => word.slice(0, 1).toLocaleUpperCase())
    .slice(0, 2)
    .join('');

interface Props {
  readonly name: string;
  readonly onNavigate: (path: string) => void;
  /** The label of the entry that ends the session: 'Log Out' or, in a replay, the label for closing it. */
  readonly leaving: string;
  /** Ends the session and navigates to the root; this menu does not navigate, so one confirmation covers both. */
  readonly onLogOut: () => void;
  /** Opens the list of keyboard shortcuts. */
  readonly onKeys?: (() => void) | undefined;
}

/** Renders the account menu: Notifications, Account, keyboard shortcuts, Log Out, and the switch of the colour mode. */
export function AccountMenu({ name, leaving, onNavigate, onLogOut, onKeys }: Props) {
  const { choice, choose } = useColorMode();
  return (
    <Menu
      trigger={
        <Who type="button">
          <Face>{initials(name)}</Face>
          <Name>{name}</Name>
          <span className="sr">Account menu</span>
          <Arrow aria-hidden="true" />
        </Who>
      }
      items={[
        { id: 'notifications', label: 'Notifications', icon: Bell, onChoose: () => onNavigate(screenAddress('/profile/notifications')) },
        { id: 'account', label: 'Account', icon: CircleUser, onChoose: () => onNavigate(screenAddress('/profile/account')) },
        ...(onKeys === undefined ? [] : [{ id: 'keys', label: 'Keys, and how to ask why', icon: Keyboard, onChoose: onKeys }]),
        { id: 'logout', label: leaving, icon: LogOut, onChoose: onLogOut },
      ]}
      choice={{
        label: 'Colours',
        value: choice,
        options: THEMES,
        onValue: (next) => choose(THEMES.find(({ value }) => value === next)?.value ?? 'system'),
      }}
    />
  );
}
