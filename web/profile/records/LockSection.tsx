import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { LOCK_AFTER, useLockAfter } from '#web/api/lock.ts';
import { counted, MINUTES_AGO } from '#web/format/plural.ts';
import { ProfileSection } from '#web/profile/ProfileSection.tsx';

const CHOICES = LOCK_AFTER.map((minutes) => ({
  value: String(minutes),
  label: minutes === 0 ? 'Не\u00A0закрывать' : `Через ${counted(minutes, MINUTES_AGO)} без действий`,
}));

/** After how long this browser shows nothing any more until the password is typed. */
export function LockSection() {
  const [minutes, choose] = useLockAfter();
  return (
    <ProfileSection
      title="Закрывать записи"
      hint="На&nbsp;экране и&nbsp;в&nbsp;памяти браузера ничего не&nbsp;останется. Пароль вернёт вас туда&nbsp;же, а&nbsp;несохранённое подождёт. Сразу закрывает «Закрыть записи» в&nbsp;меню."
    >
      <Select
        label="На&nbsp;этом устройстве"
        data={CHOICES}
        value={String(minutes)}
        allowDeselect={false}
        onChange={(value) => choose(Number(value))}
      />
    </ProfileSection>
  );
}
