/** A client as lists name one. */
export interface NamedClient {
  name: string;
  /** Whether another client has the same name. */
  namesake?: boolean;
  phone?: string;
}

/** What stands for a client of whom nothing else is left. */
export const CLIENT_GONE = 'Клиент удален';

/** Returns the name, with the last digits of the phone where another client has the same: «Анна Ли ·· 16-99». */
export function toldApart({ name, namesake, phone = '' }: NamedClient): string {
  const [first = ''] = phone.split(/[,;/]|доб/i);
  const digits = /(\d\d)(\d\d)$/.exec(first.replace(/\D/g, ''));
  return namesake && digits ? `${name} ··\u00A0${digits[1]}-${digits[2]}` : name;
}
