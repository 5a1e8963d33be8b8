import { IconMailOff, IconPhone } from '@tabler/icons-react';
import { isolated } from '#domain/text/isolated.ts';
import { showPhone } from '#domain/clients/phone.ts';
import classes from '#web/practice/clients/ClientCard.module.css';
import { LETTERS_OFF_TEXT } from '#web/practice/clients/letters-off.ts';
import type { ClientCardRecord } from '#web/practice/clients/queries.ts';
import { showDialled, telLink } from '#web/ground/format/tel-link.ts';
import { CardButton } from '#web/ui/page/CardGrid.tsx';
import type { ListPlace } from '#web/ui/list/LongList.tsx';

interface ClientCardProps {
  client: ClientCardRecord;
  place: ListPlace;
  onOpen: () => void;
}

/** A client in the list: the card opens the details, and the phone number is a separate link. */
export function ClientCard({ client, place, onOpen }: ClientCardProps) {
  const tel = telLink(client.phone);
  return (
    <li className={classes.item} {...place}>
      <CardButton className={classes.card} aria-haspopup="dialog" onClick={onOpen}>
        <ClientNameAndPhone client={client} />
      </CardButton>
      {tel && (
        <a
          className={classes.call}
          href={tel}
          title={showDialled(client.phone)}
          aria-label={`Позвонить: ${isolated(client.name)}`}
        >
          <IconPhone aria-hidden size={18} stroke={1.6} />
        </a>
      )}
    </li>
  );
}

export function ClientNameAndPhone({ client }: { client: ClientCardRecord }) {
  return (
    <>
      <span className={classes.name} title={client.name} translate="no">
        {client.name}
      </span>
      <span className={classes.phone}>
        {showPhone(client.phone)}
        {client.letters_off && <LettersOffMark text={LETTERS_OFF_TEXT[client.letters_off]} />}
      </span>
    </>
  );
}

function LettersOffMark({ text }: { text: string }) {
  return (
    <span className={classes.mark} title={text}>
      <IconMailOff aria-hidden size={16} stroke={1.6} />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
