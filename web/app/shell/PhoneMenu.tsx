import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { CloseButton, Drawer } from '@mantine/core';
import { AccountFoot } from '#web/app/shell/AccountFoot.tsx';
import { MainMenu } from '#web/app/shell/MainMenu.tsx';
import classes from '#web/app/shell/PhoneMenu.module.css';
import { useFocusReturn } from '#web/ui/dialog/focus-return.ts';
import { useScrollLock, WITHOUT_STYLE_SHEET } from '#web/ui/dialog/scroll-lock.ts';
import { Mark } from '#web/ui/base/Mark.tsx';

export interface PhoneMenuProps {
  opened: boolean;
  onClose: () => void;
  onSignOut: () => void;
}

/** The phone's sidebar: above the screen, closed by the next choice. */
export function PhoneMenu({ opened, onClose, onSignOut }: PhoneMenuProps) {
  useFocusReturn(opened);
  useScrollLock(opened);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      size={300}
      removeScrollProps={WITHOUT_STYLE_SHEET}
      // A toast must not appear between the thumb and the menu.
      zIndex={500}
      returnFocus={false}
      transitionProps={{ duration: 240, exitDuration: 160, timingFunction: 'var(--k-ease)' }}
      classNames={{ content: classes.content ?? '' }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Меню">
        <div className={classes.top}>
          <Mark />
          <CloseButton className={classes.close ?? ''} aria-label="Закрыть меню" onClick={onClose} />
        </div>
        <MainMenu onChoose={onClose} />
        <AccountFoot onSignOut={onSignOut} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
