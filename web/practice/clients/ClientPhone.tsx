import { showPhone } from '#domain/clients/phone.ts';
import { showDialled, telLink } from '#web/ground/format/tel-link.ts';
import classes from '#web/practice/clients/ClientDetails.module.css';

/** A client's phone; a link if it can be dialled. */
export function ClientPhone({ phone }: { phone: string }) {
  const tel = telLink(phone);
  if (!tel) return <>{phone}</>;
  return (
    <a className={classes.phone} href={tel} title={showDialled(phone)}>
      {showPhone(phone)}
    </a>
  );
}
