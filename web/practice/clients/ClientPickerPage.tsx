import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ClientNameAndPhone } from '#web/practice/clients/ClientCard.tsx';
import { ClientList } from '#web/practice/clients/ClientList.tsx';
import classes from '#web/practice/clients/ClientPicker.module.css';
import { LazyClientForm } from '#web/practice/clients/lazy-client-form.ts';
import { LimitWarning } from '#web/practice/clients/LimitWarning.tsx';
import { suggestedClient } from '#web/practice/clients/suggested-client.ts';
import { useClientLimit } from '#web/practice/clients/use-client-limit.ts';
import { wishWords } from '#web/practice/clients/wish-words.ts';
import { BackLink } from '#web/ui/page/BackLink.tsx';
import { CardLink } from '#web/ui/page/CardGrid.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { SearchField } from '#web/ui/page/SearchField.tsx';
import { useKeptSearch } from '#web/ui/page/kept-search.ts';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { isolated } from '#domain/text/isolated.ts';

const route = getRouteApi('/dashboard/sessions/new');

/** Chooses or adds the client of a new session (SESSION-06, CAL-04). */
export function ClientPickerPage() {
  const [typed, setTyped] = useKeptSearch();
  const { q: _typed, ...wish } = route.useSearch();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'form' | 'limit' | null>(null);
  const slot = wishWords(wish);
  const text = typed.trim();
  // Queried before anything is typed, so that the answer is there when the button appears.
  const { reached } = useClientLimit();
  const add = <AddClientButton typed={text} onPress={() => setAsked(reached ? 'limit' : 'form')} />;
  return (
    <>
      <PageHeader
        above={
          wish.view ? (
            <BackLink to="/dashboard/calendar" search={{ view: wish.view, ...(wish.date && { date: wish.date }) }}>
              Назад к&nbsp;календарю
            </BackLink>
          ) : wish.from === 'home' ? (
            <BackLink to="/">На&nbsp;главную</BackLink>
          ) : (
            <BackLink to="/dashboard/sessions">Назад к сессиям</BackLink>
          )
        }
        title="Новая сессия"
        subtitle={
          <>
            {slot && <span className={classes.slot}>{slot}</span>}
            <span>Выберите клиента для создания новой сессии</span>
          </>
        }
        notice={asked === 'limit' && <LimitWarning />}
        search={<SearchField value={typed} onChange={setTyped} placeholder="Поиск по имени или телефону..." />}
      />
      <ClientList
        q={typed}
        whenNone={
          <div className={classes.none}>
            {add}
            <Link to="/dashboard">Перейти к&nbsp;клиентам</Link>
          </div>
        }
        belowFound={<div className={classes.typed}>{add}</div>}
        renderCard={(client, place) => (
          <li key={client.id} {...place}>
            <CardLink to="/dashboard/sessions/new/$clientId" params={{ clientId: client.id }} search={wish}>
              <ClientNameAndPhone client={client} />
            </CardLink>
          </li>
        )}
      />
      <LazyClientForm
        opened={asked === 'form'}
        client={null}
        suggested={suggestedClient(text)}
        onClose={() => setAsked(null)}
        onAdded={({ id }) =>
          void navigate({ to: '/dashboard/sessions/new/$clientId', params: { clientId: id }, search: wish })
        }
      />
    </>
  );
}

interface AddClientButtonProps {
  /** The text in the search field. */
  typed: string;
  onPress: () => void;
}

/** Offers the typed text as a new client (CAL-04). */
function AddClientButton({ typed, onPress }: AddClientButtonProps) {
  return (
    <Button
      variant="default"
      className={classes.add ?? ''}
      leftSection={<IconUserPlus aria-hidden size={18} stroke={1.6} />}
      onClick={onPress}
    >
      {typed ? `Добавить клиента «${isolated(typed)}»` : 'Добавить клиента'}
    </Button>
  );
}
