import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { toldApart } from '#domain/clients/told-apart.ts';
import { showPhone } from '#domain/clients/phone.ts';
import { SESSION_DURATION } from '#domain/sessions/session.ts';
import { beginAttempt, keepAttempt } from '#web/practice/record-form/attempts.ts';
import { isRefusal } from '#web/ground/api/errors.ts';
import { capital } from '#web/ground/format/dates.ts';
import { showDuration } from '#web/ground/format/duration.ts';
import { counted, SESSIONS } from '#web/ground/format/plural.ts';
import classes from '#web/practice/calendar/QuickPlan.module.css';
import { firstClientsQuery, foundClientsQuery } from '#web/practice/clients/found-clients.ts';
import { wishWords } from '#web/practice/clients/wish-words.ts';
import { LetterLine } from '#web/practice/letters/LetterLine.tsx';
import { letterAddress } from '#web/practice/letters/letter-address.ts';
import { useProfile, useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { type Agreed, createSeries, type SeriesRequest } from '#web/practice/series/calls.ts';
import { NewSeriesPreview } from '#web/practice/series/NewSeriesPreview.tsx';
import { previewAgain } from '#web/practice/series/preview-again.ts';
import { firstOfSeries } from '#web/practice/sessions/actions.ts';
import { instantAt } from '#web/practice/sessions/instant-at.ts';
import { lastSessionQuery, refreshSessions } from '#web/practice/sessions/queries.ts';
import { usePlanning } from '#web/practice/sessions/use-planning.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { Switch } from '#web/ui/form/Switch.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { noteSaved } from '#web/ui/page/just-saved.ts';
import { SearchField } from '#web/ui/page/SearchField.tsx';
import { useNow } from '#web/ui/page/use-now.ts';
import { toast } from '#web/ui/toast/toast.ts';

const OFFERED = 5;
const ATTEMPT = 'plan-series';

export interface QuickPlanProps {
  /** The pressed place: 'YYYY-MM-DD' and 'HH:mm' in the practitioner's zone, and the current view. */
  wish: { date: string; time: string; view: string };
  onClose: () => void;
}

/** Plans a session at a free place of the calendar: chooses the client, then «Назначить» (CAL-04). */
export function QuickPlan({ wish, onClose }: QuickPlanProps) {
  const { date, time } = wish;
  const id = useId();
  const timeZone = useTimeZone();
  const queryClient = useQueryClient();
  const plan = usePlanning();
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const [weekly, setWeekly] = useState(false);
  const [previewed, setPreviewed] = useState(false);
  const [silent, setSilent] = useState(false);
  const [unsure, setUnsure] = useState('');
  const q = typed.trim();
  const all = useQuery(firstClientsQuery(OFFERED));
  const matching = useQuery(foundClientsQuery(q, OFFERED, 'archived = false'));
  const found = q === '' ? all : matching;
  const options = (found.data ?? []).slice(0, OFFERED);
  // Results for an earlier text must not be chosen.
  const first = q === '' || found.isPlaceholderData ? undefined : options[0];
  const chosen = options.find((client) => client.id === picked) ?? first;
  const { client_letters } = useProfile();
  const address = letterAddress(chosen, client_letters);
  const readers = address === '' ? [] : [address];
  const last = useQuery({ ...lastSessionQuery(chosen?.id ?? ''), enabled: chosen !== undefined });
  const moment = instantAt(Temporal.PlainDateTime.from(`${date}T${time}`), timeZone);
  const duration = last.data?.duration ?? SESSION_DURATION.default;

  const now = useNow();
  const isPast = moment !== null && Temporal.Instant.compare(moment, now) <= 0;
  const request: SeriesRequest = {
    client: chosen?.id ?? '',
    start: `${date}T${time}`,
    every_weeks: 1,
    duration,
    status: 'scheduled',
  };
  const planning = useMutation({
    mutationFn: async (client: string) => {
      const before = await queryClient.ensureQueryData(lastSessionQuery(client));
      if (!moment) return toast.error('В\u00A0этот день часы переводят: такого времени нет');
      const start = moment.toZonedDateTimeISO(timeZone);
      const length = before?.duration ?? SESSION_DURATION.default;
      const planned = await plan({ client, start, duration: length, to: readers, silent });
      if (!planned) return;
      noteSaved(planned.id);
      onClose();
    },
    onError: (error) => failureToast('Ошибка при создании сессии', error),
    onSettled: () => void refreshSessions(),
  });
  const repeating = useMutation({
    mutationFn: async (agreed: Agreed) => {
      // One id per request, so that a retry after a lost response does not create a second series.
      const { id: own } = beginAttempt(ATTEMPT, JSON.stringify(request));
      const made = await createSeries(own, request, agreed, silent);
      keepAttempt(ATTEMPT, null);
      noteSaved(await firstOfSeries(request, made));
      toast.success(chosen ? toldApart(chosen) : '', { title: `Серия создана: ${counted(made.created, SESSIONS)}` });
      onClose();
    },
    onError: (error) => {
      setUnsure(isRefusal(error) ? '' : JSON.stringify(request));
      if (!previewAgain(error)) failureToast('Ошибка при создании серии', error);
    },
    onSettled: () => void refreshSessions(),
  });

  const submit = () => {
    setMissing(!chosen);
    if (!chosen) return;
    if (weekly) setPreviewed(true);
    else submitOnce(planning, chosen.id);
  };
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = options[options.findIndex((client) => client.id === chosen?.id) + step];
    if (next) setPicked(next.id);
  };
  return (
    <>
      {!previewed && (
        <FormDialog
          onClose={onClose}
          title={capital(wishWords(wish) ?? '')}
          subtitle={chosen && !last.isPending ? showDuration(duration) : 'Новая сессия'}
          width={480}
          onSubmit={submit}
          submitText={weekly ? 'Проверить даты' : 'Назначить'}
          pendingText="Сохранение..."
          pending={planning.isPending}
          start={
            <Button
              variant="subtle"
              renderRoot={(props) => <Link to="/dashboard/sessions/new" search={wish} {...props} />}
            >
              Новый клиент
            </Button>
          }
        >
          <div onKeyDown={move} role="presentation">
            <SearchField
              value={typed}
              onChange={(text) => {
                setTyped(text);
                setPicked(null);
                setMissing(false);
              }}
              placeholder="Имя или телефон клиента"
            />
          </div>
          <div>
            <div id={id} role="listbox" aria-label="Клиенты" className={classes.options}>
              {options.map((client) => (
                <button
                  key={client.id}
                  type="button"
                  role="option"
                  aria-selected={client.id === chosen?.id}
                  className={classes.option}
                  onClick={() => {
                    setPicked(client.id);
                    setMissing(false);
                  }}
                >
                  <span className={classes.name} title={client.name} translate="no">
                    {client.name}
                  </span>
                  <span className={classes.phone}>{showPhone(client.phone)}</span>
                </button>
              ))}
              {found.isError && <p className="secondary">Ошибка при загрузке клиентов</p>}
              {found.data && !found.isPlaceholderData && options.length === 0 && (
                <p className="secondary">Никого не&nbsp;нашли</p>
              )}
            </div>
            <p aria-live="polite" className="visually-hidden">
              {chosen ? `Выбран клиент: ${chosen.name}` : ''}
            </p>
          </div>
          {isPast && <p className="small secondary">Это время уже прошло.</p>}
          {missing && !chosen && <InlineBox kind="error">Выберите клиента</InlineBox>}
          <Switch label="Каждую неделю" checked={weekly} onChange={(event) => setWeekly(event.currentTarget.checked)} />
          {client_letters && (
            <div className={classes.letter}>
              <LetterLine
                kind={weekly ? 'series-planned' : 'session-planned'}
                to={readers}
                silent={silent}
                onSilent={setSilent}
                disabled={planning.isPending}
              />
            </div>
          )}
        </FormDialog>
      )}
      {chosen && (
        <NewSeriesPreview
          wish={request}
          opened={previewed}
          saving={repeating.isPending}
          unsure={unsure === JSON.stringify(request)}
          silent={silent}
          onSilent={setSilent}
          onSave={(agreed) => submitOnce(repeating, agreed)}
          onClose={() => setPreviewed(false)}
        />
      )}
    </>
  );
}
