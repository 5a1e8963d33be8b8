import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import classes from '#web/ui/toast/Toasts.module.css';

/** Where toasts appear: bottom right, on the phone under the header. Stands once in the tree. */
export function Toasts() {
  const phone = useIsPhone();
  return (
    <Notifications
      aria-live="polite"
      position={phone ? 'top-center' : 'bottom-right'}
      limit={3}
      autoClose={4000}
      transitionDuration={200}
      containerWidth={380}
      classNames={{ root: classes.root, notification: classes.toast }}
    />
  );
}
