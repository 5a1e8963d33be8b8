import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Amounts } from '#web/practice/archive/Amounts.tsx';
import { ExportFields } from '#web/practice/archive/ExportFields.tsx';
import { useExport } from '#web/practice/archive/use-export.ts';
import { showSize } from '#web/practice/archive/progress.ts';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import type { PracticeUse } from '#domain/archive/use.ts';
import { COUNT } from '#web/ground/api/list-request.ts';
import { pb } from '#web/ground/api/client.ts';
import { readList } from '#web/ground/api/lists.ts';
import { ownId } from '#web/ground/api/session.ts';
import { amountsOf } from '#web/practice/archive/list-names.ts';
import { Coming } from '#web/ui/page/Coming.tsx';

const LISTS = ['clients', 'sessions', 'blog_posts', 'booking', 'consents'] as const;

/** The number of records in the export. */
function amountsQuery() {
  return queryOptions({
    queryKey: ['own-data', ownId()],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(LISTS.map((collection) => readList({ collection, ...COUNT }, signal)));
      return amountsOf(Object.fromEntries(LISTS.map((list, index) => [list, lists[index]?.totalItems ?? 0])));
    },
  });
}

/** How much of its storage quota the practice has used. */
function useOfPlaceQuery() {
  return queryOptions({
    queryKey: ['own-data', 'use', ownId()],
    queryFn: ({ signal }) => pb.send<PracticeUse>('/api/use', { method: 'GET', signal }),
  });
}

/** Exports the whole practice as one file (OWN-01). */
export function ExportSection() {
  const exporting = useExport(null);
  const inside = useQuery(amountsQuery());
  const place = useQuery(useOfPlaceQuery());
  return (
    <ProfileSection
      title="Мои данные"
      hint="Всё, что вы&nbsp;записали, одним файлом ZIP: хранить у&nbsp;себя, прочитать и&nbsp;распечатать без программы или перенести на&nbsp;другой сервер."
    >
      <form onSubmit={exporting.onSubmit}>
        <FieldStack>
          {inside.data?.length === 0 ? (
            <p>Клиентов, сессий, заметок и&nbsp;заявок пока нет.</p>
          ) : inside.data ? (
            <Amounts label="Что внутри" amounts={inside.data} />
          ) : (
            <Coming query={inside} failed="Не&nbsp;удалось посчитать записи" text="Загрузка..." count={1} />
          )}
          <p className="small secondary">
            Ещё внутри серии, согласия, рабочие часы и&nbsp;настройки профиля. Записи лежат и&nbsp;страницами для
            чтения, и&nbsp;таблицами для Excel, и&nbsp;файлами для переноса, сессии&nbsp;— ещё и&nbsp;календарём.
            Не&nbsp;входят пароль и&nbsp;входы, лицензия, письма, ссылки для клиентов и&nbsp;журнал.
          </p>
          {place.data?.quota && (
            <p className="small secondary">
              Записи занимают {showSize(place.data.bytes)} из&nbsp;{showSize(place.data.quota)}.
            </p>
          )}
          <ExportFields exporting={exporting} />
          <div className="flex wrap gap-2">
            <SubmitButton pending={exporting.progress !== null} pendingText="Выгружаем...">
              Выгрузить всё
            </SubmitButton>
            {exporting.progress && (
              <Button variant="default" onClick={exporting.stop}>
                Остановить
              </Button>
            )}
          </div>
        </FieldStack>
      </form>
    </ProfileSection>
  );
}
