import { chakra } from '@chakra-ui/react';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';

interface Props {
  readonly children: ReactNode;
  /** A key, e.g. the path, whose change resets the error: a broken screen must not block the next one. */
  readonly resetKey?: string | undefined;
  /** Places the banner in the page; by default, the banner replaces the children. */
  readonly place?: ((banner: ReactNode) => ReactNode) | undefined;
  readonly onError?: ((error: Error, componentStack: string) => void) | undefined;
}

interface State {
  readonly broken: boolean;
  readonly resetKey: string | undefined;
}

/** Catches errors of its children and renders a banner in their place. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { broken: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { broken: true };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { broken: false, resetKey };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    this.props.onError?.(error, componentStack ?? '');
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    const { place = (banner: ReactNode) => banner } = this.props;
    return place(
      <chakra.div p={{ base: '16px', md: '24px 28px' }}>
        <Banner
          tone="error"
          action={
            <Button variant="ghost" onClick={() => this.setState({ broken: false })}>
              Try Again
            </Button>
          }
        >
          Something went wrong
        </Banner>
      </chakra.div>,
    );
  }
}
