import { Button } from '@mantine/core';
import { useState } from 'react';
import type { KeyState } from '#domain/keys/keys.ts';
import { ProgressBar } from '#web/practice/archive/ProgressBar.tsx';
import { counted, type Forms, showNumber } from '#web/ground/format/plural.ts';
import { changeKey } from '#web/ground/api/keys.ts';
import { PasswordStep } from '#web/account/profile/PasswordStep.tsx';
import classes from '#web/account/profile/ProfilePage.module.css';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import own from '#web/account/profile/records/Records.module.css';
import { WithKeys } from '#web/account/profile/records/WithKeys.tsx';
import { toast } from '#web/ui/toast/toast.ts';

/** After «из»: из 21 записи. */
const RECORDS_OF: Forms = { one: 'записи', few: 'записей', many: 'записей' };

/** Shows what is encrypted and what is not (SEAL-01), and changes the key (SEAL-05). */
export function KeySection() {
  return (
    <ProfileSection
      title="Защита записей"
      hint="То, что вы&nbsp;пишете о&nbsp;людях, хранится закрытым. Кто украдёт базу данных или её&nbsp;копию, прочитает только то, что открыто."
    >
      <dl className={own.kinds}>
        <div>
          <dt>Закрыто</dt>
          <dd>
            Описание, запрос, договорённости и&nbsp;экстренный контакт клиента. Описание, новости и&nbsp;мысли сессии.
            Заголовок и&nbsp;текст заметки. Текст шаблона. Примечание к&nbsp;оплате. Сообщение в&nbsp;заявке
          </dd>
        </div>
        <div>
          <dt>Открыто</dt>
          <dd>
            Имена, телефоны, email и&nbsp;другие способы связи, метки, даты, время, статусы и&nbsp;суммы: без них
            не&nbsp;работают списки, расписание и&nbsp;письма
          </dd>
        </div>
      </dl>
      <WithKeys>{(state) => <Key state={state} />}</WithKeys>
    </ProfileSection>
  );
}

function Key({ state: { key, changing, locked } }: { state: KeyState }) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <details className={own.rare}>
        <summary>Если ключ мог кто-то узнать</summary>
        <div className={`${classes.row} ${own.key}`}>
          <div className={classes.what}>
            <div>Ключ №&nbsp;{key}</div>
            <div className="small secondary anywhere">
              Все тексты закроются новым. Работать можно и&nbsp;в&nbsp;это время
            </div>
          </div>
          <Button variant="default" onClick={() => setAsking(true)} disabled={changing !== null || locked}>
            Сменить ключ
          </Button>
        </div>
      </details>
      {changing && (
        <ProgressBar
          label="Закрываем тексты новым ключом"
          progress={changing}
          amount={`${showNumber(changing.done)} из\u00A0${counted(changing.total, RECORDS_OF)}`}
        />
      )}
      {asking && (
        <PasswordStep
          title="Сменить ключ"
          subtitle="Пароль и&nbsp;код от&nbsp;записей останутся прежними. Введите пароль, чтобы продолжить"
          submitText="Сменить ключ"
          failed="Не&nbsp;удалось сменить ключ"
          onClose={close}
          onPassword={async (password) => {
            await changeKey(password);
            close();
            toast.success('Ключ сменён. Тексты закрываются заново.');
          }}
        />
      )}
    </>
  );
}
