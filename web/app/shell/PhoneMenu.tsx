import { CloseButton } from '@mantine/core';
import { AccountFoot } from '#web/app/shell/AccountFoot.tsx';
import { MainMenu } from '#web/app/shell/MainMenu.tsx';
import classes from '#web/app/shell/PhoneMenu.module.css';
import { Layer } from '#web/ui/dialog/Layer.tsx';
import { Mark } from '#web/ui/base/Mark.tsx';

interface PhoneMenuProps {
  onClose: () => void;
  onSignOut: () => void;
}

/** The phone's sidebar: above the screen, closed by the next choice. */
export function PhoneMenu({ onClose, onSignOut }: PhoneMenuProps) {
  return (
    <Layer
      onClose={onClose}
      onClickOutside={onClose}
      label="Меню"
      width={300}
      place={classes.place}
      className={classes.content}
    >
      <div className={classes.top}>
        <Mark />
        <CloseButton className={classes.close ?? ''} aria-label="Закрыть меню" onClick={onClose} />
      </div>
      <MainMenu onChoose={onClose} />
      <AccountFoot onSignOut={onSignOut} />
    </Layer>
  );
}
