import { chakra } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { Logo } from '#ui/Logo';
import { LoginArt } from './LoginArt.tsx';
import { DemoAccounts, type DemoSignIn } from './DemoAccounts.tsx';
import { ExternalLinks, type LinkProps } from './ExternalLinks.tsx';
import { LoginForm, type LoginFormProps } from './LoginForm.tsx';

const Split = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: { base: '1fr', md: '1fr 1fr' }, minHeight: '100dvh', bg: 'bg.panel' },
});
const Left = chakra('main', {
  base: { display: 'flex', flexDirection: 'column', gap: '8', minWidth: 0, p: { base: '6', md: '48px 64px' } },
});
const Card = chakra('div', {
  base: {
    my: 'auto',
    width: '100%',
    maxWidth: '400px',
    animation: 'fade 700ms ease-out both',
    '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
  },
});
const Title = chakra('h1', { base: { textStyle: 'login' } });
const Lede = chakra('p', { base: { fontSize: '16px', lineHeight: '24px', color: 'fg.muted', mt: '3', mb: '8' } });
const Footer = chakra('footer', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: '4',
    textStyle: 'caption',
    color: 'fg.subtle',
  },
});
const To = chakra('a', {
  base: { display: 'flex', alignItems: 'center', minHeight: { base: '44px', lg: '24px' }, color: 'accent.fg', textDecoration: 'underline' },
});

interface Props extends LoginFormProps {
  /** Shown above everything else, e.g. on a demo page. */
  readonly banner?: ReactNode;
  readonly company: string;
  readonly product: string;
  readonly version: string;
  /** The accounts of the demo, on this machine only. */
  readonly demoAccounts?: readonly DemoSignIn[] | undefined;
  readonly year: number;
  readonly links: LinkProps;
}

/** The start page in two parts: a card with welcome text, sign-in form, links, version and owner; and a picture. */
export function LoginScreen({ banner, company, product, version, year, links, demoAccounts = [], ...form }: Props) {
  const logInButton = useRef<HTMLButtonElement>(null);
  const choose = (email: string) => {
    form.onEmail(email);
    logInButton.current?.focus();
  };
  return (
    <Split>
      <Left>
        {banner}
        <Logo name={product} height={30} />
        <Card data-testid="welcome">
          <Title>Welcome to {product}</Title>
          <Lede>This system is for monitoring and controlling the fleet of {company}.</Lede>
          <LoginForm {...form} logInButton={logInButton} />
          {demoAccounts.length > 0 && <DemoAccounts accounts={demoAccounts} onChoose={choose} />}
          <ExternalLinks {...links} />
        </Card>
        <Footer>
          <span>
            Cloud software {version}, © {year} {company}
          </span>
          {/* A link to another page, which works without a sign-in and without a server. */}
          <To href="/replay">Open a recording</To>
        </Footer>
      </Left>
      <LoginArt />
    </Split>
  );
}
