import { deliveryAddress } from '#domain/accounts/email.ts';

interface Named {
  publicUrl: string;
  mailFrom: string;
}

/** Names that a mail server may look up; no address, and no name of this machine alone. */
const LOOKED_UP = /^(?=.*[a-z-])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z0-9-]*[a-z][a-z0-9-]*$/i;

/** In quotes, or without what has a meaning of its own before an address: comments, groups, a second address. */
const NAME = /^(?:\s*"(?:[^"\\\r\n]|\\["\\])*"\s*|[^"()<>:;\\@\r\n]*)$/;
const NAMED = /^(.*)<([^<>]*)>$/s;
/** No server has to take letters beyond ASCII before the @. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;

/** Returns whether a text is an address that mail servers take, alone or behind a name: 'Кабинет <kabinet@example.org>'. */
export function isSender(text: string): boolean {
  const [, name = '', address = text] = NAMED.exec(text) ?? [];
  const at = address.lastIndexOf('@');
  return at > 0 && NAME.test(name) && LOCAL_PART.test(address.slice(0, at)) && DOMAIN.test(domainOf(address));
}

/** Returns the address of a sender that can carry a name, with its domain in ASCII. */
export function addressIn(from: string): string {
  return deliveryAddress(/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from);
}

/** Returns the domain of a sender, in ASCII. */
export function domainOf(from: string): string {
  const address = addressIn(from);
  return address.slice(address.lastIndexOf('@') + 1);
}

/**
 * Returns the name by which mail servers are greeted: the host of PUBLIC_URL, or else the domain of MAIL_FROM. Many
 * refuse `[127.0.0.1]`, which a machine whose name has no dot would say. Nothing where both are of this machine alone.
 */
export function greeting({ publicUrl, mailFrom }: Named): { name?: string } {
  const name = [new URL(publicUrl).hostname, domainOf(mailFrom)].find(
    (host) => LOOKED_UP.test(host) && !host.endsWith('.localhost'),
  );
  return name === undefined ? {} : { name };
}
