import type { ImportReport } from '#domain/archive/report.ts';
import { MAX_CLIENTS } from '#domain/clients/client-limit.ts';
import { Amounts } from '#web/practice/archive/Amounts.tsx';
import { amountsOf } from '#web/practice/archive/list-names.ts';
import { groupProblems } from '#web/practice/archive/problems.ts';
import { hasLicence } from '#web/practice/clients/client-counter.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { PlanReminders } from '#web/account/profile/own-data/PlanReminders.tsx';
import classes from '#web/account/profile/own-data/OwnData.module.css';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { readClock } from '#web/ground/browser/clock.ts';

/** The server lists no more problems than this. */
const MOST_PROBLEMS = 100;

interface ImportPreviewProps {
  report: ImportReport;
  done: boolean;
}

/** What an import adds or has added, what it leaves unchanged, and what is wrong with the file. */
export function ImportPreview({ report: { records, skipped, problems }, done }: ImportPreviewProps) {
  const added = amountsOf(records);
  const { erased, ...present } = skipped;
  const kept = amountsOf(present);
  const refused = amountsOf({ erased: erased ?? 0 });
  const isBad = problems.length > 0;
  const profile = useProfile();
  const fillsUp = !done && (records['clients'] ?? 0) >= MAX_CLIENTS && !hasLicence(profile, readClock());
  return (
    <>
      {isBad ? (
        <InlineBox kind="error">
          Такой архив загрузить нельзя: в&nbsp;нём ошибки. У&nbsp;вас ничего не&nbsp;изменилось.
        </InlineBox>
      ) : done ? (
        <InlineBox kind="success" announce>
          Архив загружен целиком.
        </InlineBox>
      ) : added.length === 0 ? (
        <InlineBox kind="info" announce>
          {erased === undefined
            ? 'Загружать нечего: всё из\u00A0этого архива у\u00A0вас уже есть.'
            : 'Записи удалённых без следа не\u00A0загружаются. Остальное из\u00A0этого архива у\u00A0вас уже есть.'}
        </InlineBox>
      ) : (
        <InlineBox kind="info" announce>
          Ошибок нет. Загрузится всё или, если что-то помешает, ничего.
        </InlineBox>
      )}
      {done && records['sessions'] !== undefined && (
        <div className="above-3">
          <PlanReminders />
        </div>
      )}
      <div className={classes.columns}>
        {isBad && (
          <section>
            <h3 id="import-problems">Что не&nbsp;так</h3>
            <ul role="list" aria-labelledby="import-problems">
              {groupProblems(problems).map(({ text, place }) => (
                <li key={`${text} ${place}`} className={classes.problem}>
                  <div>{text}</div>
                  <div className="small secondary anywhere">{place}</div>
                </li>
              ))}
            </ul>
            {problems.length >= MOST_PROBLEMS && <p className="small secondary">Показаны первые&nbsp;100.</p>}
          </section>
        )}
        {added.length > 0 && (
          <section>
            <h3>{done ? 'Добавлено' : 'Добавится'}</h3>
            <Amounts label={done ? 'Добавлено' : 'Добавится'} amounts={added} />
            {fillsUp && <p className="small secondary">Без лицензии новых клиентов потом не&nbsp;добавить.</p>}
            {records['profile'] !== undefined && (
              <p className="small secondary">
                Имя и&nbsp;настройки профиля {done ? 'стали' : 'станут'} такими, как в&nbsp;архиве.
              </p>
            )}
          </section>
        )}
        {kept.length > 0 && (
          <section>
            <h3>Останется как есть</h3>
            <Amounts label="Останется как есть" amounts={kept} />
          </section>
        )}
        {refused.length > 0 && (
          <section>
            <h3>{done ? 'Не\u00A0загружено' : 'Не\u00A0загрузится'}</h3>
            <Amounts label={done ? 'Не\u00A0загружено' : 'Не\u00A0загрузится'} amounts={refused} />
          </section>
        )}
      </div>
    </>
  );
}
