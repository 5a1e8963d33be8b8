import { Component, type ReactNode } from 'react';
import controls from '#web/public/visitor/controls.module.css';
import { MissingCard } from '#web/ui/base/SingleCard.tsx';

/** The page's error boundary. The dashboard's one uses components that this page does not load. */
export class CrashGuard extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <FailedScreen
        title="Ошибка загрузки приложения"
        hint="Обновите страницу. Если не&nbsp;поможет, очистите кеш браузера."
        action="Обновить страницу"
        onAction={() => window.location.reload()}
      />
    );
  }
}

interface FailedScreenProps {
  title: string;
  hint: string;
  action: string;
  onAction: () => void;
}

/** Says that the page cannot be shown and offers one action. */
export function FailedScreen({ title, hint, action, onAction }: FailedScreenProps) {
  return (
    <MissingCard
      title={title}
      hint={hint}
      action={
        <button type="button" className={controls.primary} onClick={onAction}>
          {action}
        </button>
      }
    />
  );
}
