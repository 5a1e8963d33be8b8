import { Link } from '@tanstack/react-router';
import { showPhone } from '#domain/clients/phone.ts';
import { showDialled, telLink } from '#web/ground/format/tel-link.ts';
import { clientPage } from '#web/practice/client-page/client-page.ts';
import classes from '#web/practice/sessions/SessionForm.module.css';

/** The client of a session, who leads to their page (CARD-01). */
export function ClientLink({ client }: { client: { id: string; name: string } }) {
  return (
    <Link className={classes.client} {...clientPage(client.id)} translate="no">
      {client.name}
    </Link>
  );
}

/** The number to call; nothing where there is nothing to dial. */
export function PhoneLink({ phone }: { phone: string }) {
  const tel = telLink(phone);
  return (
    tel && (
      <a className={classes.phone} href={tel} title={showDialled(phone)}>
        {showPhone(phone)}
      </a>
    )
  );
}
