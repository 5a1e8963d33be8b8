import { deliveryAddress } from '#domain/accounts/email.ts';

interface Named {
  publicUrl: string;
  mailFrom: string;
}

/** Host names that a mail server may look up: no IP address, and no name that only this machine knows. */
const LOOKED_UP = /^(?=.*[a-z-])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z0-9-]*[a-z][a-z0-9-]*$/i;

/** A quoted name, or one without the signs that begin a comment, a group or a second address. */
const NAME = /^(?:\s*"(?:[^"\\\r\n]|\\["\\])*"\s*|[^"()<>:;\\@\r\n]*)$/;
const NAMED = /^(.*)<([^<>]*)>$/s;
/** Mail servers need not accept non-ASCII letters before the @. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;

/**
 * Returns whether a text is an address that mail servers accept, with or without a name: 'Кабинет
 * <kabinet@example.org>'.
 */
export function isSender(text: string): boolean {
  const [, name = '', address = text] = NAMED.exec(text) ?? [];
  const at = address.lastIndexOf('@');
  return at > 0 && NAME.test(name) && LOCAL_PART.test(address.slice(0, at)) && DOMAIN.test(domainOf(address));
}

/** Returns the address of a sender, which may be given with a name; its domain in ASCII. */
export function addressIn(from: string): string {
  return deliveryAddress(/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from);
}

/** Returns the domain of a sender, in ASCII. */
export function domainOf(from: string): string {
  const address = addressIn(from);
  return address.slice(address.lastIndexOf('@') + 1);
}

/**
 * Returns the name with which the program greets mail servers: the host of PUBLIC_URL, otherwise the domain of
 * MAIL_FROM; nothing where both belong to this machine only. Without a name nodemailer would send `[127.0.0.1]` on a
 * machine whose name has no dot, which many servers refuse.
 */
export function greeting({ publicUrl, mailFrom }: Named): { name?: string } {
  const name = [new URL(publicUrl).hostname, domainOf(mailFrom)].find(
    (host) => LOOKED_UP.test(host) && !host.endsWith('.localhost'),
  );
  return name === undefined ? {} : { name };
}
