import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface ToastOptions {
  /** A first line above the message. */
  title?: string;
  icon?: ReactNode;
}

const icon = { size: 20, stroke: 1.6, 'aria-hidden': true } as const;
const closeButtonProps = { 'aria-label': 'Закрыть уведомление' };

function show(kind: 'success' | 'info', message: string, options: ToastOptions): void {
  notifications.show({
    message,
    title: options.title,
    icon: options.icon ?? (kind === 'success' ? <IconCircleCheck {...icon} /> : <IconInfoCircle {...icon} />),
    role: 'status',
    closeButtonProps,
    'data-kind': kind,
  });
}

/** Short messages in the corner. Successes leave by themselves, failures stay until they are closed. */
export const toast = {
  success: (message: string, options: ToastOptions = {}) => show('success', message, options),
  info: (message: string, options: ToastOptions = {}) => show('info', message, options),
  /** A failure that is already on the screen is not shown a second time. */
  error: (message: string, options: ToastOptions = {}) => {
    notifications.show({
      id: `error ${options.title ?? ''} ${message}`,
      message,
      title: options.title,
      icon: options.icon ?? <IconAlertTriangle {...icon} />,
      role: 'alert',
      autoClose: false,
      closeButtonProps,
      'data-kind': 'error',
    });
  },
};
