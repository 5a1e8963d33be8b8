import { Component } from 'react';
import type { ReactNode } from 'react';
import { CrashScreen } from '#web/app/shell/CrashScreen.tsx';

/** The error boundary around the whole application. */
export class CrashGuard extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    return this.state.crashed ? <CrashScreen /> : this.props.children;
  }
}
