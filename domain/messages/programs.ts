import { dialledNumber } from '#domain/clients/phone-numbers.ts';
import { storable } from '#domain/text/storable.ts';

/** A program that takes a text: opening its address hands it over. */
export interface Program {
  name: string;
  href: string;
}

/** Of e-mails, which programs take for junk without one; it says nothing of what a family should not read, nor of money. */
const SUBJECT = encodeURIComponent('О\u00A0встрече');

/**
 * Returns the programs by which a text can be sent to a client, by the ordinary addresses of each. A messenger that goes
 * by the number needs one with the code of its country; MAX asks for the recipient itself.
 */
export function programsFor({ phone, email }: { phone: string; email: string }, text: string): Program[] {
  const number = dialledNumber(phone);
  const said = encodeURIComponent(storable(text));
  const abroad = number?.isInternational ? number.digits : '';
  return [
    ...(abroad === ''
      ? []
      : [
          { name: 'Telegram', href: `https://t.me/+${abroad}?text=${said}` },
          { name: 'WhatsApp', href: `https://wa.me/${abroad}?text=${said}` },
        ]),
    { name: 'MAX', href: `https://max.ru/:share?text=${said}` },
    // iPhones want the ampersand, the others the question mark.
    ...(number ? [{ name: 'SMS', href: `sms:${abroad === '' ? number.digits : `+${abroad}`}?&body=${said}` }] : []),
    ...(email === ''
      ? []
      : [
          {
            name: 'Email',
            href: `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${SUBJECT}&body=${said}`,
          },
        ]),
  ];
}
