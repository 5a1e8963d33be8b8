import { Button } from '@mantine/core';
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClientLetterKind, LetterPreview } from '#domain/letters/letter.ts';
import { pb } from '#web/ground/api/client.ts';
import { useUser } from '#web/ground/api/session.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import classes from '#web/account/profile/letters/LetterSamples.module.css';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { keysOf } from '#web/practice/record-form/changed-fields.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { Coming } from '#web/ui/page/Coming.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { Segments } from '#web/ui/page/Segments.tsx';
import { Select } from '#web/ui/form/Select.tsx';
import sampleLetter from '#web/account/profile/letters/SampleLetter.module.css';
import type { ProfileRecord } from '#web/practice/own-profile/queries.ts';

/** The subject of each letter, in the order in which a client can receive them. */
const LETTER_NAMES: Readonly<Record<ClientLetterKind, string>> = {
  'session-reminder': 'Напоминание',
  'session-planned': 'Встреча назначена',
  'session-moved': 'Встреча перенесена',
  'session-changed': 'Изменилось место или длительность',
  'session-cancelled': 'Встреча отменена',
  'series-planned': 'Назначено несколько встреч',
  'series-moved': 'Перенесено несколько встреч',
  'request-received': 'Заявка получена',
  'request-approved': 'Заявка подтверждена',
  'request-rejected': 'Заявка отклонена',
};

const KINDS = keysOf(LETTER_NAMES);

/** Shows a sample of each letter and can send one to the practitioner. */
export function LetterSamples() {
  const { email } = useUser();
  const [kind, setKind] = useState<ClientLetterKind>('session-reminder');
  const [view, setView] = useState<'letter' | 'text'>('letter');
  const preview = useQuery({ ...previewQuery(kind, useProfile()), placeholderData: keepPreviousData });
  const sending = useMutation({
    mutationFn: (sent: ClientLetterKind) =>
      pb.send<undefined>('/api/letters/test', { method: 'POST', body: { kind: sent } }),
    onError: (error) => failureToast('Не\u00A0удалось отправить пробное письмо', error),
  });
  const stays = preview.data?.mailServer === false;
  return (
    <ProfileSection title="Как выглядят письма">
      <div className={classes.choices}>
        <Select
          label="Письмо"
          data={KINDS.map((value) => ({ value, label: LETTER_NAMES[value] }))}
          value={kind}
          onChange={setKind}
        />
        <Segments
          label="Вид письма"
          choices={[
            { value: 'letter', label: 'Письмо' },
            { value: 'text', label: 'Как текст' },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      {preview.data && !preview.isPlaceholderData ? (
        <SampleLetter name={LETTER_NAMES[kind]} preview={preview.data} asText={view === 'text'} />
      ) : (
        <Coming query={preview} failed="Не&nbsp;удалось показать письмо" text="Загрузка письма..." count={1} />
      )}
      <div className={classes.below}>
        {preview.data?.held && (
          <InlineBox kind="warning">
            Письма клиентам остановлены: многих адресов нет, или получатели отказались от&nbsp;писем. Проверьте адреса
            и&nbsp;напишите тем, кто ведёт этот Кабинет. Письма ждут и&nbsp;уйдут потом.
          </InlineBox>
        )}
        {stays && (
          <InlineBox kind="info">
            Почтовый сервер не&nbsp;настроен: письма никому не&nbsp;уходят, программа складывает их&nbsp;в&nbsp;папку
            mail рядом с&nbsp;данными.
          </InlineBox>
        )}
        {sending.isSuccess && sending.variables === kind && (
          <InlineBox kind="success" announce>
            {stays
              ? 'Пробное письмо положено в\u00A0папку mail.'
              : `Пробное письмо отправляется на\u00A0${email}. Если через несколько минут его нет, загляните в\u00A0спам.`}
          </InlineBox>
        )}
        <div>
          <Button
            variant="default"
            classNames={{ root: classes.send ?? '', label: classes.words ?? '' }}
            aria-busy={sending.isPending || undefined}
            disabled={sending.isPending}
            onClick={() => submitOnce(sending, kind)}
          >
            Отправить мне пробное письмо
          </Button>
        </div>
      </div>
    </ProfileSection>
  );
}

interface SampleLetterProps {
  name: string;
  preview: LetterPreview;
  asText: boolean;
}

/**
 * A letter as mail programs show it. Rendered from its parts, because the page never turns text into HTML (decision
 * 011); it contains nothing interactive.
 */
function SampleLetter({ name, preview, asText }: SampleLetterProps) {
  const { subject, text, from, title, times, isOver, paragraphs, action, notes, stop } = preview;
  const [time, ...otherTimes] = times;
  return (
    <figure aria-label={`Письмо «${name}»`} className={sampleLetter.letter}>
      <figcaption className={sampleLetter.head}>
        <span className="small secondary">{from}</span>
        <span className="medium">{subject}</span>
      </figcaption>
      {asText ? (
        <div className={sampleLetter.text}>{text}</div>
      ) : (
        <div className={sampleLetter.desk}>
          <p className={sampleLetter.mark}>{from}</p>
          <div className={sampleLetter.sheet}>
            <p className={sampleLetter.title}>{title}</p>
            {time && <p className={sampleLetter.time}>{isOver ? <s>{time}</s> : time}</p>}
            {otherTimes.map((line) => (
              <p key={line}>{isOver ? <s>{line}</s> : line}</p>
            ))}
            {paragraphs.map((line) => (
              <p key={line}>{line}</p>
            ))}
            {action && <p className={sampleLetter.action}>{action}</p>}
            {notes.map((line) => (
              <p key={line} className="small secondary above-2">
                {line}
              </p>
            ))}
            <p className={sampleLetter.stop}>{stop}</p>
          </div>
        </div>
      )}
    </figure>
  );
}

/** A letter of this kind as a client would get it. */
function previewQuery(kind: ClientLetterKind, profile: ProfileRecord) {
  const { user, name, sender_name, reply_to, public_phone, time_zone, place_address, place_link } = profile;
  const shown = [name, sender_name, reply_to, public_phone, time_zone, place_address, place_link];
  return queryOptions({
    queryKey: ['letter-preview', user, kind, ...shown],
    queryFn: ({ signal }) => pb.send<LetterPreview>('/api/letters/preview', { method: 'POST', body: { kind }, signal }),
  });
}
