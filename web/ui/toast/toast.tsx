import { notifications, notificationsStore } from '@mantine/notifications';
import type { NotificationData } from '@mantine/notifications';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import classes from '#web/ui/toast/Toasts.module.css';

export interface ToastOptions {
  /** A first line above the message. */
  title?: string;
  icon?: Icon;
  /** What one may still do about it; the toast stays longer then. */
  action?: { text: string; onPress: () => void };
}

type Kind = 'success' | 'info' | 'error';

const ICONS: Record<Kind, Icon> = { success: IconCircleCheck, info: IconInfoCircle, error: IconAlertTriangle };

function show(kind: Kind, message: string, options: ToastOptions, behaviour: Partial<NotificationData>): string {
  const KindIcon = options.icon ?? ICONS[kind];
  const { action } = options;
  const id: string = notifications.show({
    message: action ? (
      <>
        {message}{' '}
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            notifications.hide(id);
            action.onPress();
          }}
        >
          {action.text}
        </button>
      </>
    ) : (
      message
    ),
    ...(action && { autoClose: 12_000 }),
    title: options.title,
    icon: <KindIcon aria-hidden size={20} stroke={1.6} />,
    closeButtonProps: { 'aria-label': 'Закрыть уведомление' },
    'data-kind': kind,
    'data-retry': (kind === 'error' && action !== undefined) || undefined,
    ...behaviour,
  });
  return id;
}

/** Short messages in the corner. Successes leave by themselves, failures stay until they are closed. */
export const toast = {
  success: (message: string, options: ToastOptions = {}): void => {
    show('success', message, options, { role: 'status' });
  },
  info: (message: string, options: ToastOptions = {}): void => {
    show('info', message, options, { role: 'status' });
  },
  /** A failure that is already on the screen is not shown a second time. Returns its id. */
  error: (message: string, options: ToastOptions = {}) =>
    show('error', message, options, {
      id: `error ${options.title ?? ''} ${message}`,
      role: 'alert',
      autoClose: false,
    }),
  dismiss: (id: string): void => {
    notifications.hide(id);
  },
  /** The form that could have been sent once more is gone. */
  dismissRetries: () => {
    notifications.updateState(notificationsStore, (shown) => shown.filter((one) => !one['data-retry']));
  },
  /** Before another attempt: what failed last time is no longer news. */
  dismissErrors: () => {
    notifications.updateState(notificationsStore, (shown) => shown.filter((one) => one['data-kind'] !== 'error'));
  },
};
